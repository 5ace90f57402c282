import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectThat, type Journey } from './journey.ts';
import type { Operator } from './operator.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/express-server/src/main.ts');
const GREETED = 'Ctrl-C stops everything';

/** The example that `npm start` runs, as a process. */
interface Demo extends AsyncDisposable {
  /** The printed lines. */
  readonly printed: string;
}

/** Starts it with free ports and a folder of its own. */
async function startDemo(): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-demo-'));
  // As root, another account runs the database of the example, and has to get to its data.
  await chmod(folder, 0o711);
  const ports = { PORT: '0', RECEIVER_PORT: '0', TARGET_PORT: '0', DATA_FOLDER: folder };
  const child = spawn(process.execPath, ['--conditions=source', EXAMPLE], { env: { ...process.env, ...ports } });
  const exited = once(child, 'exit');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const read = (text: string) => {
      printed += text;
      if (printed.includes(GREETED)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('exit', () => reject(new Error(`The example ended: ${printed.slice(-2_000)}`)));
  });
  return {
    printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the printed entries below a way, by their label. */
function entriesOf(printed: string, way: string): ReadonlyMap<string, string> {
  const lines = printed
    .slice(printed.indexOf(`  ${way}`))
    .split('\n')
    .slice(1);
  const end = lines.findIndex((line) => !line.startsWith('    '));
  return new Map(
    lines.slice(0, end).map((line): [string, string] => line.trim().split(/ {2,}/, 2) as [string, string]),
  );
}

async function fillAll({ page }: Operator, entries: Iterable<readonly [string, string]>): Promise<void> {
  for (const [label, entry] of entries) await page.getByLabel(new RegExp(`^${label}( optional)?$`)).fill(entry);
}

const ACCOUNT = ['User name', 'Password'];

/** A user who has `npm start` and a browser, and reads nothing but its lines. */
export const DEMO_JOURNEYS: readonly Journey[] = [
  {
    name: 'sets up, sees and deletes the demo target with the lines that npm start prints, and no other',
    async run({ anotherUser }) {
      await using demo = await startDemo();
      const address = /^ {2}console +(http:\S+\/),/m.exec(demo.printed)?.[1] ?? '';
      const key = /export PORTCULLIS_API_KEY=(\S+)/.exec(demo.printed)?.[1] ?? '';
      const entries = entriesOf(demo.printed, 'Integrations, New integration, Redshift.');
      expectThat(entries.size === 6, `The lines have ${entries.size} entries: ${[...entries.keys()].join(', ')}.`);
      const user = await anotherUser();
      await user.page.goto(address);
      await user.signIn(key);
      await user.open('Integrations');
      await user.follow('New integration');
      await user.follow(/^Redshift/);
      await user.isAt('New Redshift integration');
      await fillAll(user, entries);
      await user.press('Test and plan');
      await user.isAt('Before it runs');
      await user.press('Create: run these steps');
      await user.sees('Integration: Enabled');
      await user.open('Integrations');
      await user.sees(`${entries.get('Host')} · ${entries.get('Database')}`);
      await user.follow('Redshift');
      await user.follow('Delete');
      await fillAll(
        user,
        [...entries].filter(([label]) => ACCOUNT.includes(label)),
      );
      await user.press('Test and plan the deletion');
      await user.press('Delete: run these steps');
      await user.sees('Integration: Deleted');
      await user.open('Integrations');
      await user.isAt('No integration yet');

      const webhook = entriesOf(demo.printed, 'Webhooks, New webhook.');
      await user.open('Webhooks');
      await user.follow('New webhook');
      await fillAll(user, webhook);
      await user.page.getByLabel('tagCreated', { exact: true }).check();
      await user.press('Send a test first');
      await user.sees(/200 in \d+ ms/);
      await user.page.close();
    },
  },
];
