import type { CreateHost } from './host.ts';
import { firstAdminKey } from './keys/first-admin-key.ts';
import { onStopSignal } from './lifetime/on-stop-signal.ts';
import { printDelivery } from './output/print-delivery.ts';
import { printEvents } from './output/print-events.ts';
import { say } from './output/say.ts';
import { welcome } from './output/welcome.ts';
import { writeCommandFile } from './requests/command-file.ts';
import { consoleForms } from './requests/console-entries.ts';
import { demoRequests } from './requests/demo-requests.ts';
import { freeDatabase } from './requests/free-database.ts';
import { readSettings } from './settings/read-settings.ts';
import { type RunningExample, startExample } from './start-example.ts';

/** The properties in which the examples differ. */
export interface Example {
  /** The first line that is printed. */
  readonly title: string;
  /** The command that starts the example, for messages. */
  readonly command: string;
  /** The folder of the example. */
  readonly folder: string;
  /** Its default port. */
  readonly port: number;
  readonly createHost: CreateHost;
}

/** Runs an example until Ctrl-C: starts everything, prints a greeting and events, and stops everything. */
export async function runExample(example: Example): Promise<void> {
  try {
    const settings = readSettings(example);
    const { createHost } = example;
    const running = await startExample({ settings, createHost, onDelivery: printDelivery });
    try {
      await greet(example, running, settings.newAdminKey);
    } catch (error) {
      await running.stop();
      throw error;
    }
  } catch (error) {
    console.error(`The example cannot start: ${explain(error)}`);
    process.exitCode = 1;
  }
}

async function greet(example: Example, running: RunningExample, newAdminKey: boolean): Promise<void> {
  const database = await freeDatabase(running.portcullis);
  const text = welcome({
    ...running,
    title: example.title,
    dataFolder: running.data.path,
    requests: await demoRequests({ ...running, database }),
    forms: consoleForms(running.target, running.receiver, database),
    commandFile: await writeCommandFile(running.target, running.data, database),
    newKeyCommand: `${example.command} -- --new-admin-key`,
    key: await firstAdminKey(running.portcullis, newAdminKey),
  });
  onStopSignal(async () => {
    say('stopping', 'no more requests are accepted; running ones are finished');
    await running.stop();
    say('stopped', '');
  });
  printEvents(running.portcullis.events);
  console.log(text);
}

/** Returns a description of the error and, if it is known, of its cause. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\nThe reason: ${explain(error.cause)}`;
}
