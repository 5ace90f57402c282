import { asError } from '../../kernel/errors/error-message.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { ThreadPort } from './thread-port.ts';

type Handler = Parameters<JobQueue['handle']>[1];

/** A queue whose implementation is in the main thread. */
export interface ThreadQueue extends JobQueue {
  /** Handles a wake-up from the main thread. */
  take(call: number, name: string, key: string): void;
  /** Cancels the handling of a wake-up. */
  cancel(call: number): void;
  /** Reports that wake-ups may have been lost. */
  gap(): void;
}

/** Creates the thread's end of the queue. The queue of the host stays in the main thread. */
export function createThreadQueue({ post }: Pick<ThreadPort, 'post'>): ThreadQueue {
  const handlers = new Map<string, Handler>();
  const running = new Map<
    number,
    { readonly stop: AbortController; readonly name: string; readonly end: Promise<void> }
  >();
  const gapListeners = new Set<() => void>();

  const stopHandling = async (name: string): Promise<void> => {
    handlers.delete(name);
    post({ kind: 'ignore', name });
    const own = [...running.values()].filter((each) => each.name === name);
    for (const { stop } of own) stop.abort();
    await Promise.all(own.map(({ end }) => end));
  };

  return {
    async wake(wakeup) {
      post({ kind: 'wake', wakeup });
    },
    handle(name, handler) {
      handlers.set(name, handler);
      post({ kind: 'listen', name });
      return () => stopHandling(name);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    async close() {
      await Promise.all([...handlers.keys()].map(stopHandling));
    },
    take(call, name, key) {
      const stop = new AbortController();
      const end = (async () => handlers.get(name)?.(key, stop.signal))()
        .catch((error: unknown) => process.emitWarning(asError(error)))
        .then(() => {
          running.delete(call);
          post({ kind: 'handled', call });
        });
      running.set(call, { stop, name, end });
    },
    cancel: (call) => running.get(call)?.stop.abort(),
    gap() {
      for (const listener of gapListeners) listener();
    },
  };
}
