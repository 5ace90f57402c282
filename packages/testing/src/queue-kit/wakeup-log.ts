import { AssertionError } from 'node:assert/strict';

/** A wake-up that was handled. */
interface HandledWakeup {
  /** The node that handled it, by the case's name for it. */
  readonly by: string;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The handled wake-ups, in order. */
export interface WakeupLog {
  readonly handled: readonly HandledWakeup[];
  /** Creates a handler that records each wake-up, then runs `work`. */
  handler(
    by?: string,
    work?: (key: string, signal: AbortSignal) => Promise<void>,
  ): (key: string, signal: AbortSignal) => Promise<void>;
  /**
   * Resolves with the first matching wake-up, past or future. Rejects with an `AssertionError` if none comes in time.
   */
  when(what: string, fits: (wakeup: HandledWakeup) => boolean, withinMs?: number): Promise<HandledWakeup>;
  /** Resolves when a wake-up of this key has been handled. Rejects with an `AssertionError` if none comes in time. */
  whenKey(key: string): Promise<HandledWakeup>;
}

/**
 * Creates an empty log.
 * @param timeoutMs - maximum duration of a wake-up, in milliseconds. @default 30,000
 */
export function createWakeupLog(timeoutMs = 30_000): WakeupLog {
  const handled: HandledWakeup[] = [];
  const watchers = new Set<(wakeup: HandledWakeup) => void>();

  const log: WakeupLog = {
    handled,
    handler:
      (by = 'the node', work) =>
      async (key, signal) => {
        const wakeup = { by, key, at: Date.now() };
        handled.push(wakeup);
        for (const watch of [...watchers]) watch(wakeup);
        await work?.(key, signal);
      },
    when: (what, fits, withinMs = timeoutMs) =>
      new Promise((resolve, reject) => {
        const known = handled.find(fits);
        if (known) return resolve(known);
        const watch = (wakeup: HandledWakeup): void => {
          if (fits(wakeup)) end(() => resolve(wakeup));
        };
        const late = setTimeout(() => {
          const message = `Within ${withinMs} ms ${what} was not handled.`;
          end(() => reject(new AssertionError({ message })));
        }, withinMs);
        const end = (settle: () => void): void => {
          clearTimeout(late);
          watchers.delete(watch);
          settle();
        };
        watchers.add(watch);
      }),
    whenKey: (key) => log.when(`a wake-up for ${JSON.stringify(key)}`, (wakeup) => wakeup.key === key),
  };
  return log;
}
