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

/** Wake-ups in one message: PostgreSQL takes less than 8,000 bytes. */
const BATCH = 100;

/** Milliseconds between two messages, so that a busy node does not flood the others. */
const GAP_MS = 10;

/**
 * The {@link JobQueue} of nodes that share a store and nothing else: each handles its own wake-ups, and what is due now is told to
 * the others, who look, too. What is due later is a matter of the node that asked; if that dies, the next look at the store finds it.
 */
export function createNotifiedQueue({ signals, clock }: NotifiedQueueOptions): JobQueue {
  const local = createInProcessQueue({ clock });
  // Messages go out for several callers at once, and belong to the transaction and the trace of none.
  const detached = AsyncLocalStorage.snapshot();
  const stopping = new AbortController();
  const untold = new Map<string, readonly [name: string, key: string]>();
  const gapListeners = new Set<() => void>();
  let notifying: Promise<void> | undefined;
  let listening: Promise<() => Promise<void>> | undefined;

  const notify = async (): Promise<void> => {
    while (untold.size > 0) {
      const batch = [...untold].slice(0, BATCH);
      for (const [id] of batch) untold.delete(id);
      // The others look at the store by themselves soon: what is lost here costs time and nothing else.
      await signals.send(JSON.stringify(batch.map(([, wakeup]) => wakeup))).catch(() => {});
      await pause(clock, GAP_MS, stopping.signal).catch(() => {});
    }
    notifying = undefined;
  };

  const hear = (message: string): void => {
    for (const [name, key] of readMessage(message)) void local.wake({ name, key });
  };

  return {
    async wake(wakeup) {
      if (stopping.signal.aborted) return;
      await local.wake(wakeup);
      if (wakeup.at !== undefined && wakeup.at > clock.now()) return;
      untold.set(JSON.stringify([wakeup.name, wakeup.key]), [wakeup.name, wakeup.key]);
      notifying ??= detached(notify);
    },
    handle(name, handler) {
      listening ??= signals.listen(hear, () => {
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

/** Any client of the store's server may send anything: a text that is not a message is ignored. */
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
