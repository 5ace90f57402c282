import { tracingChannel } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { TimedOutcome } from './run-tests.ts';
import { tracedTest } from './traced-test.ts';

const test = { id: 'connection', name: 'Connection', phase: 'gate' } as const;
const run = { tenant: DEFAULT_TENANT, definition: { type: 'Sample' }, operation: 'recurring' } as const;

/** Returns the trace of one test. */
async function traceOf(about: object, outcome: object): Promise<object> {
  const traces: object[] = [];
  const none = (): void => undefined;
  const asyncEnd = (trace: object): void => void traces.push({ ...trace });
  const handlers = { start: none, end: none, asyncStart: none, asyncEnd, error: none };
  const channel = tracingChannel<unknown, object>(TRACING_CHANNELS.validationTest);
  channel.subscribe(handlers);
  onTestFinished(() => {
    channel.unsubscribe(handlers);
  });
  await tracedTest(test, { ...run, ...about }, async () => ({ outcome }) as TimedOutcome)();
  return traces[0] as object;
}

it('the trace of a test names the test, its run and its outcome', async () => {
  expect(await traceOf({ integrationId: 7 }, { status: 'passed' })).toMatchObject({
    type: 'Sample',
    operation: 'recurring',
    integrationId: 7,
    testId: 'connection',
    name: 'Connection',
    phase: 'gate',
    status: 'passed',
  });
});

it('the trace of a test has no integration while nothing is stored', async () => {
  expect(await traceOf({}, { status: 'passed' })).not.toHaveProperty('integrationId');
});

it('the trace of a failed test names the class of the failure', async () => {
  expect(await traceOf({}, { status: 'failed', failureClass: 'tls', message: 'No.' })).toMatchObject({
    failureClass: 'tls',
  });
});
