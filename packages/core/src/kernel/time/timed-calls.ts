import type { Clock } from '../../ports/clock.ts';

/** Milliseconds that a call of a function of the host may take. */
export const HOST_CALL_MS = 10_000;

/**
 * Calls a function of the host.
 *
 * @param name - the function, such as `host.permissionsOf`.
 * @param subject - the subject of the call: a call with another one is independent of it.
 * @throws Error if the call has not ended in ten seconds, or is not repeated yet after such a call.
 */
export type TimedCall = <Value>(
  name: string,
  subject: string | number,
  call: () => Value | Promise<Value>,
) => Promise<Value>;

/**
 * Creates a function that limits the time of calls of functions of the host. A call that never ends would keep its delivery, its
 * request or its transaction for ever.
 *
 * @param silenceMs - milliseconds for which a call that did not end is not repeated: otherwise, repeated ones in transactions would keep
 * other writers waiting most of the time. @default 0
 */
export function createTimedCalls(clock: Pick<Clock, 'after' | 'monotonic'>, silenceMs = 0): TimedCall {
  const silentUntil = new Map<string, number>();

  return (name, subject, call) => {
    const key = `${name} ${subject}`;
    if (clock.monotonic() < (silentUntil.get(key) ?? 0)) {
      return Promise.reject(new Error(`${name} did not respond some seconds ago.`));
    }
    silentUntil.delete(key);
    return new Promise((resolve, reject) => {
      const cancel = clock.after(HOST_CALL_MS, () => {
        if (silenceMs > 0) silentUntil.set(key, clock.monotonic() + silenceMs);
        reject(new Error(`${name} did not respond within ${HOST_CALL_MS / 1000} seconds.`));
      });
      (async () => call())().then(resolve, reject).finally(cancel);
    });
  };
}
