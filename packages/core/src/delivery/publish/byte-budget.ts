import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsOperations } from '../../ports/store/store.ts';
import { readStoredBytes } from './stored-bytes.ts';
import { createUncommittedBytes, type ReservingTransaction } from './uncommitted-bytes.ts';

/** Bytes that are reserved for a row. */
export interface ByteReservation {
  /** Releases the bytes of a row that is not stored. */
  release(): void;
  /** Counts the bytes of a row as stored, after the commit of a transaction of the host. */
  readonly confirm?: () => void;
}

/** The operations that count bytes, and the transaction that stores the row. */
export interface ByteOperations {
  readonly store: Pick<AllTenantsOperations, 'find'>;
  readonly open?: ReservingTransaction | undefined;
}

/** The stored bytes of tenants with a limit, as this node has counted them. */
export interface ByteBudget {
  /**
   * Reserves bytes for a row that is stored next. In a transaction of the host, which may be rolled back, they only count in such
   * transactions until they are confirmed: see {@link createUncommittedBytes}.
   *
   * @returns undefined if the limit does not permit them.
   */
  reserve(
    tenant: string,
    bytes: number,
    limit: number,
    operations: ByteOperations,
  ): Promise<ByteReservation | undefined>;
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
  const uncommittedBytes = createUncommittedBytes(clock);

  const count = (tenant: string, { store, open }: ByteOperations): Promise<Counted> => {
    const at = clock.monotonic();
    // The store refuses calls inside its own transaction, which sees its own rows. They count when they are confirmed.
    const own = open?.joined ? undefined : open;
    const uncommitted = uncommittedBytes.of(own, tenant);
    const counting = readStoredBytes(own ?? store, tenant).then((bytes) => ({ at, bytes: bytes - uncommitted }));
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
    async reserve(tenant, bytes, limit, operations) {
      const { open } = operations;
      const isReachedBy = (counted: Counted): boolean =>
        counted.bytes + uncommittedBytes.of(open, tenant) + bytes > limit;
      let counting = counts.get(tenant);
      // A count in a transaction of another caller fails with that transaction.
      if (counting && !(await isCounted(counting))) counting = counts.get(tenant);
      counting ??= count(tenant, operations);
      let counted = await counting;
      const age = clock.monotonic() - counted.at;
      if (age >= COUNT_EVERY_MS || (isReachedBy(counted) && age >= RECOUNT_MS)) {
        // Publications at the same moment share one count.
        const latest = counts.get(tenant);
        counted = await (latest === undefined || latest === counting ? count(tenant, operations) : latest);
      }
      if (isReachedBy(counted)) return undefined;
      if (open) {
        uncommittedBytes.add(open, tenant, bytes);
        return {
          release: () => uncommittedBytes.add(open, tenant, -bytes),
          confirm: () => {
            uncommittedBytes.add(open, tenant, -bytes);
            void counts.get(tenant)?.then(addTo(bytes), () => {});
          },
        };
      }
      addTo(bytes)(counted);
      return { release: () => addTo(-bytes)(counted) };
    },
  };
}

function addTo(bytes: number): (counted: Counted) => void {
  return (counted) => {
    counted.bytes += bytes;
  };
}

async function isCounted(counting: Promise<Counted>): Promise<boolean> {
  return counting.then(
    () => true,
    () => false,
  );
}
