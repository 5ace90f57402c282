import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'bullmq';

/** Milliseconds until another worker is tried. */
const RETRY_MS = 1000;

/** A worker that is started, and started again for as long as it could not be. */
export interface RunningWorker {
  /** @param force - does not wait for what is being handled. */
  close(force: boolean): Promise<void>;
}

/**
 * Runs a worker once its connections are ready. A worker whose first command was lost never recovers, and asks for jobs without a
 * pause, which leaves the process no time for anything else: it is replaced before it asks.
 *
 * @param create - makes a worker that does not run by itself (`autorun: false`).
 */
export function runWorker(create: () => Worker): RunningWorker {
  const closing = new AbortController();
  let worker = create();

  const start = async (): Promise<void> => {
    for (;;) {
      const isReady = await worker.waitUntilReady().then(
        () => true,
        () => false,
      );
      if (closing.signal.aborted) return;
      // An error of the worker is an event of it.
      if (isReady) return void worker.run().catch(() => {});
      await worker.close(true).catch(() => {});
      await pause(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
      worker = create();
    }
  };
  void start();

  return {
    async close(force) {
      closing.abort();
      await worker.close(force).catch(() => {});
    },
  };
}
