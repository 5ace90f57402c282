import type { Clock } from '../../ports/clock.ts';
import type { ImmediateLeases } from '../endpoint-queues/immediate-leases.ts';

/** Maximum number of deliveries a second: one takes up to 0.8 ms of the thread if it is recorded alone. */
const MAX_PER_SECOND = 50;
const SECOND_MS = 1000;

/** Limits of the leases of the host's thread. */
export interface HostLeaseLimits {
  /** Maximum number of deliveries of one transaction; a larger one is left to the delivery thread. */
  readonly concurrency: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Limits the leases of a host that has a delivery thread, so that deliveries hardly affect its requests: they are for publications
 * to few webhooks, at a moderate rate.
 */
export function limitHostLeases(leases: ImmediateLeases, { concurrency, clock }: HostLeaseLimits): ImmediateLeases {
  let secondBegan = Number.NEGATIVE_INFINITY;
  let left = 0;

  return {
    reserve(webhooks) {
      const now = clock.monotonic();
      if (now - secondBegan >= SECOND_MS) {
        secondBegan = now;
        left = MAX_PER_SECOND;
      }
      if (webhooks.length > Math.min(concurrency, left)) return undefined;
      const reservation = leases.reserve(webhooks);
      if (reservation) left -= webhooks.length;
      return reservation;
    },
  };
}
