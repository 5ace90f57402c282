import { onAbort } from '../../kernel/lifetime/on-abort.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { ToThread } from './thread-messages.ts';

/** The main thread's end of the queue, which passes the wake-ups of the host's queue to the thread. */
export interface RelayedWakeups {
  listen(name: string): void;
  ignore(name: string): void;
  handled(call: number): void;
  /** Reports that the thread has died: its wake-ups are dropped, and new ones wait for the next thread. */
  forget(): void;
}

/** Creates the relay. */
export function createRelayedWakeups(queue: JobQueue, send: (message: ToThread) => void): RelayedWakeups {
  const stops = new Map<string, () => Promise<void>>();
  const waiting = new Map<number, () => void>();
  let calls = 0;
  const stopGaps = queue.onGap?.(() => send({ kind: 'gap' }));

  const relay = (name: string, key: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      calls += 1;
      const call = calls;
      const ignoreAbort = onAbort(signal, () => send({ kind: 'cancel', call }));
      waiting.set(call, () => {
        ignoreAbort();
        waiting.delete(call);
        resolve();
      });
      send({ kind: 'handle', call, name, key });
    });

  const ignore = (name: string): void => {
    void stops.get(name)?.();
    stops.delete(name);
  };

  return {
    listen(name) {
      stops.set(
        name,
        queue.handle(name, (key, signal) => relay(name, key, signal)),
      );
    },
    ignore,
    handled: (call) => waiting.get(call)?.(),
    forget() {
      stopGaps?.();
      for (const name of [...stops.keys()]) ignore(name);
      for (const resolve of [...waiting.values()]) resolve();
    },
  };
}
