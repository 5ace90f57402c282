import type { EndpointLimits } from './endpoint-limits.ts';
import type { LeaseAhead } from './lease-ahead.ts';
import type { Permits } from './permits.ts';

/** Dependencies of {@link createEndpointRoom}. */
export interface EndpointRoomDependencies {
  readonly permits: Pick<Permits, 'free' | 'leasedOf'>;
  readonly leaseAhead: Pick<LeaseAhead, 'countFor' | 'enable' | 'disable'>;
  /** The number of permits without the additional ones. */
  readonly total: number;
  /** The cap of an endpoint queue without a cap of its own. */
  readonly perEndpoint: number;
}

/** The number of deliveries that each endpoint queue may lease in addition to its present ones. */
export interface EndpointRoom {
  /** Sets the limits of an endpoint queue. */
  setLimits(webhookId: number, limits: EndpointLimits): void;
  /** Returns the number of concurrent deliveries that the queue may have. */
  capOf(webhookId: number): number;
  /** Returns how many more deliveries fit below the cap of the queue; 0 or less while it leases ahead. */
  belowCap(webhookId: number): number;
  /** Returns how many more deliveries the queue may lease, those that it leases ahead included. */
  of(webhookId: number): number;
}

/**
 * Maximum number of endpoint queues whose caps are kept; the oldest are removed first. A queue without its cap asks for more than a
 * claim may give it.
 */
const MAX_CAPS = 100_000;

/** Creates the room of endpoint queues that have no limits of their own. */
export function createEndpointRoom({
  permits: { free, leasedOf },
  leaseAhead,
  total,
  perEndpoint,
}: EndpointRoomDependencies): EndpointRoom {
  const caps = new Map<number, number>();

  const capOf = (webhookId: number): number => caps.get(webhookId) ?? perEndpoint;
  const belowCap = (webhookId: number): number => capOf(webhookId) - leasedOf(webhookId);
  /** Returns how many deliveries may be leased ahead over all endpoint queues. */
  const spare = (): number => free() - Math.ceil(total / 2);

  return {
    setLimits(webhookId, { cap, ahead }) {
      caps.delete(webhookId);
      if (cap !== undefined) caps.set(webhookId, cap);
      const [oldest] = caps.keys();
      if (caps.size > MAX_CAPS && oldest !== undefined) caps.delete(oldest);
      if (ahead) leaseAhead.enable(webhookId);
      else leaseAhead.disable(webhookId);
    },
    capOf,
    belowCap,
    of(webhookId) {
      const room = belowCap(webhookId);
      return Math.max(room, Math.min(room + leaseAhead.countFor(webhookId), spare()));
    },
  };
}
