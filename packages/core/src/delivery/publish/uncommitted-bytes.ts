import type { Clock } from '../../ports/clock.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';

/** A transaction in which rows are stored; `joined` is true for one of the host. */
export type ReservingTransaction = Pick<AllTenantsTransaction, 'find' | 'joined'>;

/** The bytes of rows in open transactions, by tenant. Those of a transaction are forgotten with it. */
export interface UncommittedBytes {
  /**
   * Returns the bytes that count in a transaction; 0 without one. A host may join its transaction again for each row, and the parts cannot
   * be told from those of other transactions: they count together.
   */
  of(open: ReservingTransaction | undefined, tenant: string): number;
  add(open: ReservingTransaction, tenant: string, bytes: number): void;
}

/**
 * Milliseconds for which the bytes of a joined transaction count in others. It may have been rolled back, which the store does not learn.
 */
const JOINED_MS = 60_000;

/** The bytes of a joined transaction that has not ended, as far as this is known. */
interface Joined {
  readonly at: number;
  readonly bytes: Map<string, number>;
}

/** Creates {@link UncommittedBytes} of no transaction. */
export function createUncommittedBytes(clock: Pick<Clock, 'monotonic'>): UncommittedBytes {
  const own = new WeakMap<object, Map<string, number>>();
  /** In the order of their beginnings. */
  const joined = new Map<object, Joined>();
  /** The sums over joined transactions. */
  const sums = new Map<string, number>();

  const addTo = (map: Map<string, number>, tenant: string, bytes: number): void => {
    const sum = (map.get(tenant) ?? 0) + bytes;
    if (sum > 0) map.set(tenant, sum);
    else map.delete(tenant);
  };

  const forget = (open: object): void => {
    for (const [tenant, bytes] of joined.get(open)?.bytes ?? []) addTo(sums, tenant, -bytes);
    joined.delete(open);
  };

  const forgetOld = (): void => {
    const oldest = clock.monotonic() - JOINED_MS;
    for (const [open, { at }] of joined) {
      if (at > oldest) return;
      forget(open);
    }
  };

  const addJoined = (open: object, tenant: string, bytes: number): void => {
    const known = joined.get(open);
    // Those of a transaction that is forgotten are confirmed or released late.
    if (!known && bytes < 0) return;
    const { bytes: byTenant } = known ?? { bytes: new Map<string, number>() };
    if (!known) joined.set(open, { at: clock.monotonic(), bytes: byTenant });
    addTo(byTenant, tenant, bytes);
    addTo(sums, tenant, bytes);
    if (byTenant.size === 0) joined.delete(open);
  };

  return {
    of(open, tenant) {
      if (!open) return 0;
      const ofIt = own.get(open)?.get(tenant) ?? 0;
      if (!open.joined) return ofIt;
      forgetOld();
      const others = (sums.get(tenant) ?? 0) - (joined.get(open)?.bytes.get(tenant) ?? 0);
      return ofIt + others;
    },
    add(open, tenant, bytes) {
      const byTenant = own.get(open) ?? new Map<string, number>();
      addTo(byTenant, tenant, bytes);
      own.set(open, byTenant);
      if (open.joined) addJoined(open, tenant, bytes);
    },
  };
}
