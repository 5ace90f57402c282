import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'bullmq';

/** Milliseconds before a replacement worker is started. */
const RETRY_MS = 1000;

/** Milliseconds within which a worker must finish after a stop request. */
const STOP_MS = 5000;

/**
 * Runs a worker once its connections are ready. A worker whose first command was lost never recovers and would request
 * jobs in a busy loop, so it is replaced before its first request.
 *
 * @param create - creates a worker that does not start by itself (`autorun: false`).
 * @returns a function that stops the worker.
 */
export function runWorker(create: () => Worker): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let worker = create();
  let isRunning = false;

  const start = async (): Promise<void> => {
    while (!(await isReady(worker)) && !signal.aborted) {
      await worker.close(true).catch(() => {});
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) worker = create();
    }
    if (signal.aborted) return;
    isRunning = true;
    // The worker reports its errors as events.
    await worker.run().catch(() => {});
  };
  void start();

  return async () => {
    stopping.abort();
    // A connection that is being restored never reports its end, so a worker would wait for it unless it is forced to
    // close.
    const force = !isRunning || !(await isConnected(worker));
    const closed = worker.close(force).catch(() => {});
    await Promise.race([closed, pause(STOP_MS, undefined, { ref: false })]);
  };
}

async function isReady(worker: Worker): Promise<boolean> {
  return worker.waitUntilReady().then(
    () => true,
    () => false,
  );
}

/** Returns whether both connections of a running worker are live. */
async function isConnected(worker: Worker): Promise<boolean> {
  const { client, blockingClient } = worker.getBackend();
  const clients = await Promise.all([client, blockingClient]);
  return clients.every((each) => each?.status === 'ready');
}
