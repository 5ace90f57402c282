import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsOperations } from '../../ports/store/store.ts';
import { readStoredBytes } from './stored-bytes.ts';

/** The stored bytes of tenants with a limit, as this node has counted them. */
export interface ByteBudget {
  /**
   * Reserves bytes for a row that is stored next.
   *
   * @returns a function that releases them; undefined if the limit does not permit them.
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
/** Maximum number of tenants whose bytes are kept. The earliest count is removed first. */
const MAX_TENANTS = 10_000;

interface Counted {
  /** The time on the monotonic clock. */
  readonly at: number;
  bytes: number;
}

/**
 * Creates the {@link ByteBudget} of a node. A count reads all events and attempts of a tenant, so it is seldom repeated. In between,
 * the node adds what it publishes itself. Responses, publications of other nodes and removals by retention are in the next count.
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
      let counting = counts.get(tenant);
      // A count in a transaction of another caller fails with that transaction.
      if (counting && !(await isCounted(counting))) counting = counts.get(tenant);
      counting ??= count(tenant, store);
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

async function isCounted(counting: Promise<Counted>): Promise<boolean> {
  return counting.then(
    () => true,
    () => false,
  );
}
