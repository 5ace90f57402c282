import type { DeliveryEnd } from './receiver-fault.ts';

/** A delivery over a connection that is kept for the next one. */
export function delivered(status = 200, sockets = 1): DeliveryEnd {
  return { status, next: 'delivered', breaker: 'healthy', sockets };
}

/** No response: the record has a code, and the receiver has one more failure. */
export function failed(code: string, phase: NonNullable<DeliveryEnd['phase']>): DeliveryEnd {
  return { status: 500, code, phase, next: 'again in 5 s', breaker: 'one failure' };
}

/** An address that the guard refuses. */
export const BLOCKED: DeliveryEnd = {
  ...failed('GUARD_BLOCKED', 'guard'),
  breaker: 'opens at once',
};

/** A name without an address. The breaker treats it like a refused address, so that the two cannot be distinguished. */
export const UNKNOWN_NAME: DeliveryEnd = {
  ...failed('ENOTFOUND', 'dns'),
  breaker: 'opens at once',
};

/** A response that is not a success. @param seconds - until the next attempt. @default 5 */
export function refused(status: number, seconds = 5): DeliveryEnd {
  const breaker = status >= 500 ? 'one failure' : 'responds';
  return { status, next: `again in ${seconds} s`, breaker, sockets: 1 };
}
