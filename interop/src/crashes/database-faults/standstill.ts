import type { Store, StoreTransaction } from '@portcullis/core';
import type { StandstillPlace } from './host-protocol.ts';

/** Stops this process in the middle of a transaction. */
export interface Standstill {
  store(inner: Store): Store;
  /** From now on the next transaction of this kind is suspended. */
  arm(place: StandstillPlace): void;
}

/** Makes it. @param told - says that the process stops now. */
export function createStandstill(told: () => Promise<void>): Standstill {
  let armed: StandstillPlace | undefined;

  const watched = (transaction: StoreTransaction, saw: (place: StandstillPlace) => void): StoreTransaction => ({
    ...transaction,
    insert: (table, row) => {
      if (table === 'events') saw('publishing');
      if (table === 'attempts') saw('recording');
      return transaction.insert(table, row);
    },
    insertAbsent: (table, rows) => {
      if (table === 'events') saw('publishing');
      if (table === 'attempts') saw('recording');
      return transaction.insertAbsent(table, rows);
    },
    update: (table, where, patch) => {
      if (table === 'deliveries' && 'status' in patch && patch.status === 'leased') saw('claiming');
      return transaction.update(table, where, patch);
    },
  });

  return {
    arm(place) {
      armed = place;
    },
    store: (inner) => ({
      ...inner,
      transaction: (work, options) =>
        inner.transaction(async (transaction) => {
          const seen = new Set<StandstillPlace>();
          const result = await work(watched(transaction, (place) => seen.add(place)));
          if (armed !== undefined && seen.has(armed)) {
            armed = undefined;
            await told();
            process.kill(process.pid, 'SIGSTOP');
          }
          return result;
        }, options),
    }),
  };
}
