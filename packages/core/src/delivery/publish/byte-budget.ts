import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsOperations } from '../../ports/store/store.ts';
import { readStoredBytes } from './stored-bytes.ts';

/** The bytes that tenants with a limit have stored, as far as this node knows. */
export interface ByteBudget {
  /**
   * Reserves bytes for something that is about to be stored.
   *
   * @returns a function that gives them back; undefined where the limit does not allow them.
   */
  reserve(
    tenant: string,
    bytes: number,
    limit: number,
    store: Pick<AllTenantsOperations, 'find'>,
  ): Promise<(() => void) | undefined>;
}

/** Milliseconds between two counts. */
const COUNT_EVERY_MS = 3_600_000;
/** Milliseconds between two counts while the limit is reached. */
export const RECOUNT_MS = 600_000;
/** Tenants whose bytes are remembered; those that were counted longest ago go first. */
const MAX_TENANTS = 10_000;

interface Counted {
  /** By the clock that never jumps. */
  readonly at: number;
  bytes: number;
}

/**
 * Makes the {@link ByteBudget} of a node. A count reads all events and attempts of a tenant, so it is repeated rarely: what the node
 * publishes meanwhile is added; responses, what other nodes publish, and what retention removes show in the next count.
 */
export function createByteBudget(clock: Pick<Clock, 'monotonic'>): ByteBudget {
  const counts = new Map<string, Promise<Counted>>();

  const count = (tenant: string, store: Pick<AllTenantsOperations, 'find'>): Promise<Counted> => {
    const at = clock.monotonic();
    const counting = readStoredBytes(store, tenant).then((bytes) => ({ at, bytes }));
    counts.delete(tenant);
    counts.set(tenant, counting);
    const [oldest] = counts.keys();
    if (counts.size > MAX_TENANTS && oldest !== undefined) counts.delete(oldest);
    counting.catch(() => {
      if (counts.get(tenant) === counting) counts.delete(tenant);
    });
    return counting;
  };

  return {
    async reserve(tenant, bytes, limit, store) {
      const counting = counts.get(tenant) ?? count(tenant, store);
      let counted = await counting;
      const age = clock.monotonic() - counted.at;
      const isReached = counted.bytes + bytes > limit;
      if (age >= COUNT_EVERY_MS || (isReached && age >= RECOUNT_MS)) {
        // Publications at the same moment share one count.
        const latest = counts.get(tenant);
        counted = await (latest === undefined || latest === counting ? count(tenant, store) : latest);
      }
      if (counted.bytes + bytes > limit) return undefined;
      const reserved = counted;
      reserved.bytes += bytes;
      return () => {
        reserved.bytes -= bytes;
      };
    },
  };
}
