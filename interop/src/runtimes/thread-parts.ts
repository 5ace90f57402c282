import { equal } from 'node:assert/strict';
import { tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type OperationTrace, TRACING_CHANNELS } from '@portcullis/core';
import { liveIntegration } from './integration-life.ts';
import { withInstance } from './open-instance.ts';

/** Keeps 240 MB. */
const GREEDY = `
const { parentPort } = require('node:worker_threads');
const kept = [];
for (let count = 0; count < 100; count += 1) kept.push(new Array(300_000).fill(count));
parentPort.postMessage(kept.length);
`;

/** A thread with 32 MB, the option `resourceLimits` of the delivery thread, has to end. */
export async function limitThread(): Promise<void> {
  const worker = new Worker(GREEDY, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } });
  const survived = await once(worker, 'message').then(
    () => true,
    () => false,
  );
  await worker.terminate();
  equal(survived, false, 'The thread exceeded its memory limit.');
}

/** Tracing channels carry the operations of an integration. */
export async function traceOperations(): Promise<void> {
  const kinds: string[] = [];
  const channel = tracingChannel<string, OperationTrace>(TRACING_CHANNELS.operation);
  const listener = { asyncEnd: (trace: object) => void kinds.push((trace as OperationTrace).kind) };
  channel.subscribe(listener as never);
  await withInstance(liveIntegration);
  channel.unsubscribe(listener as never);
  equal(kinds.join(), 'create,rotate,delete');
}
