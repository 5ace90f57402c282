import { AsyncLocalStorage } from 'node:async_hooks';
import { pause } from '../kernel/time/pause.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { StoreSignals } from '../ports/store/store-signals.ts';
import { createInProcessQueue } from './in-process-queue.ts';

/** Options of {@link createNotifiedQueue}. */
export interface NotifiedQueueOptions {
  readonly signals: StoreSignals;
  readonly clock: Clock;
}

/** Maximum number of wake-ups in one message, because PostgreSQL accepts less than 8,000 bytes. */
const BATCH = 100;

/** Milliseconds between two messages, so that a busy node does not flood the others. */
const GAP_MS = 10;

/**
 * Creates the {@link JobQueue} of nodes that share only a store. Each node handles its own wake-ups, and notifies the others of
 * those that are due now, so that they check the store as well. A later wake-up stays on its node; if that dies, the next scan of
 * the store finds the work.
 */
export function createNotifiedQueue({ signals, clock }: NotifiedQueueOptions): JobQueue {
  const local = createInProcessQueue({ clock });
  // Messages are sent for several callers at once, and belong neither to a caller's transaction nor to its trace.
  const detached = AsyncLocalStorage.snapshot();
  const stopping = new AbortController();
  const unsent = new Map<string, readonly [name: string, key: string]>();
  const gapListeners = new Set<() => void>();
  let notifying: Promise<void> | undefined;
  let listening: Promise<() => Promise<void>> | undefined;

  const notify = async (): Promise<void> => {
    while (unsent.size > 0) {
      const batch = [...unsent].slice(0, BATCH);
      for (const [id] of batch) unsent.delete(id);
      // The other nodes scan the store periodically, so a lost message only causes a delay.
      await signals.send(JSON.stringify(batch.map(([, wakeup]) => wakeup))).catch(() => {});
      await pause(clock, GAP_MS, stopping.signal).catch(() => {});
    }
    notifying = undefined;
  };

  const receive = (message: string): void => {
    for (const [name, key] of readMessage(message)) void local.wake({ name, key });
  };

  return {
    async wake(wakeup) {
      if (stopping.signal.aborted) return;
      await local.wake(wakeup);
      if (wakeup.at !== undefined && wakeup.at > clock.now()) return;
      unsent.set(JSON.stringify([wakeup.name, wakeup.key]), [wakeup.name, wakeup.key]);
      notifying ??= detached(notify);
    },
    handle(name, handler) {
      listening ??= signals.listen(receive, () => {
        for (const listener of gapListeners) listener();
      });
      return local.handle(name, handler);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    async close() {
      stopping.abort();
      await notifying;
      await (await listening)?.();
      await local.close();
    },
  };
}

/** Any client of the store's server may send messages, so an invalid one is ignored. */
function readMessage(message: string): readonly (readonly [name: string, key: string])[] {
  try {
    const wakeups: unknown = JSON.parse(message);
    return Array.isArray(wakeups) ? wakeups.filter(isWakeup) : [];
  } catch {
    return [];
  }
}

function isWakeup(value: unknown): value is readonly [name: string, key: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
