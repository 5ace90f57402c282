import { AsyncLocalStorage } from 'node:async_hooks';
import { asError } from '../../kernel/errors/error-message.ts';
import { pause } from '../../kernel/time/pause.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { createInProcessQueue } from '../in-process-queue.ts';
import { createSystemClock } from '../system-clock.ts';
import type { WakeupEngine } from './wakeup-engine.ts';
import { createWakeupSender } from './wakeup-sender.ts';

/** Options of {@link createEngineQueue}. */
export interface EngineQueueOptions {
  readonly engine: WakeupEngine;
  /** @default the system's clock */
  readonly clock?: Clock;
  /** Called once when the engine becomes unavailable, until it is available again. @default a warning of the process */
  readonly onError?: (error: Error) => void;
}

/** Milliseconds within which a wake-up stays on this node, because a message would hardly be faster. */
const SOON_MS = 1000;

/** Pauses between attempts to subscribe, in milliseconds; the last one is repeated. */
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000];

/**
 * Creates a {@link JobQueue} on an engine that hands each message to one of several processes. An in-process queue handles
 * received wake-ups, so that a key is never handled twice at the same time. While the engine is unreachable, each node handles
 * its own wake-ups.
 *
 * @example
 * const queue = createEngineQueue({ engine: yourEngine });
 * const portcullis = await createPortcullis({ plugins, store, secretKeys, queue });
 */
export function createEngineQueue(options: EngineQueueOptions): JobQueue {
  const { engine, clock = createSystemClock(), onError = (error) => process.emitWarning(error) } = options;
  const local = createInProcessQueue({ clock });
  const sender = createWakeupSender(engine, clock);
  const subscriptions = new Set<() => Promise<void>>();
  /** The names that this node handles. */
  const handled = new Set<string>();
  // The work of an engine belongs neither to a caller's transaction nor to its trace.
  const detached = AsyncLocalStorage.snapshot();
  let reachable = true;
  let closed = false;

  const fail = (error: unknown): void => {
    if (reachable && !closed) onError(asError(error));
    reachable = false;
  };

  const receive = (name: string, key: string): void => {
    sender.received(name, key);
    void local.wake({ name, key });
  };

  const subscribe = (name: string): (() => Promise<void>) => {
    const stopping = new AbortController();
    const subscribed = detached(() => retryUntilWorking(name, stopping.signal));
    const stop = async (): Promise<void> => {
      stopping.abort();
      subscriptions.delete(stop);
      await (await subscribed)?.();
    };
    subscriptions.add(stop);
    return stop;
  };

  const retryUntilWorking = async (name: string, signal: AbortSignal): Promise<(() => Promise<void>) | undefined> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        const stop = await engine.subscribe(name, (key) => receive(name, key));
        reachable = true;
        return stop;
      } catch (error) {
        fail(error);
        await pause(clock, PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0, signal).catch(() => {});
      }
    }
    return undefined;
  };

  return {
    async wake(wakeup) {
      if (closed) return;
      const now = clock.now();
      const { at = now } = wakeup;
      if (handled.has(wakeup.name) && at > now && at <= now + SOON_MS) return local.wake(wakeup);
      try {
        await detached(() => sender.send({ ...wakeup, at }));
        reachable = true;
      } catch (error) {
        fail(error);
        await local.wake(wakeup);
      }
    },
    handle(name, handler) {
      const stopLocal = local.handle(name, handler);
      const unsubscribe = subscribe(name);
      handled.add(name);
      return async () => {
        handled.delete(name);
        await unsubscribe();
        await stopLocal();
      };
    },
    ...(engine.onGap && { onGap: (listener: () => void) => engine.onGap?.(listener) ?? (() => {}) }),
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([...subscriptions].map((stop) => stop()));
      await local.close();
      await engine.close();
    },
  };
}
