import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstAdminKey, startExample } from '@portcullis/example-shared';
import { createHost } from './create-host.ts';
import { createClient } from './demo/create-client.ts';
import { createDeliveryLog } from './demo/create-delivery-log.ts';
import { createSteps } from './demo/create-steps.ts';
import { interruption } from './demo/interruption.ts';
import { journey } from './demo/journey.ts';
import { createStatementLog } from './demo/statement-log.ts';

const FREE = { port: 0 };

/** Starts the example on free ports and in a separate folder, runs the journey, and stops everything again. */
async function runDemo(): Promise<void> {
  const indented = (line: string) => console.log(`    ${line}`);
  const step = createSteps((line) => console.log(line));
  const deliveries = createDeliveryLog();
  const interrupted = interruption();
  const dataFolder = await mkdtemp(join(tmpdir(), 'portcullis-demo-'));
  try {
    const settings = { port: FREE, receiverPort: FREE, targetPort: FREE, dataFolder };
    const example = await step('Start the host, the demo target and the receiver', () =>
      startExample({ settings, createHost, onDelivery: deliveries.add }),
    );
    try {
      const key = (await firstAdminKey(example.portcullis, true)) as string;
      const send = createClient(example.url, key, indented);
      const takeStatements = createStatementLog(example.portcullis.events, indented);
      const context = { example, send, deliveries, takeStatements, print: indented };
      await Promise.race([journey(context, step), interrupted]);
    } finally {
      await step('Stop everything', () => example.stop());
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const start = performance.now();
try {
  await runDemo();
  console.log(`\nEverything was as expected, in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.log(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  // Exits explicitly, because an interrupted step may still be waiting.
  process.exit(1);
}
