import type { Clock } from '../../ports/clock.ts';

/** A call of a function of the host, and its limit. */
export interface TimedCall<Value> {
  readonly milliseconds: number;
  /** The subject of the error, such as `host.permissionsOf`. */
  readonly name: string;
  readonly call: () => Value | Promise<Value>;
}

/**
 * Calls a function of the host. Rejects if it has not ended in time: a call that never ends would keep its delivery, its request or
 * its transaction for ever.
 */
export function callInTime<Value>(
  clock: Pick<Clock, 'after'>,
  { milliseconds, name, call }: TimedCall<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`${name} did not respond within ${milliseconds / 1000} seconds.`));
    const cancel = clock.after(milliseconds, late);
    (async () => call())().then(resolve, reject).finally(cancel);
  });
}
