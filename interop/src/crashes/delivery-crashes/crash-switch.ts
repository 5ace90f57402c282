import type { HttpTransport, Store, StoreOperations, StoreTransaction } from '@portcullis/core';
import type { CrashPlace, KnownChange } from './crash-place.ts';

/** Kills this process at one place. */
export interface CrashSwitch {
  store(inner: Store): Store;
  transport(inner: HttpTransport): HttpTransport;
}

type Writes = Pick<StoreOperations, 'insert' | 'insertAbsent' | 'update' | 'remove'>;

/** Creates the switch. Without a place, the process is not killed. */
export function createCrashSwitch(place: CrashPlace | undefined): CrashSwitch {
  const dieAtCommit = (when: 'before' | 'after', seen: boolean): void => {
    if (seen && place?.at === 'commit' && place.when === when) die();
  };

  /** Calls `saw` when a write is the change that is looked for. */
  const watched = (writes: Writes, saw: () => void): Writes => {
    const look = (change: KnownChange['change'], table: string, written?: object): void => {
      if (isLookedFor(place, change, table, written)) saw();
    };
    return {
      insert: (table, row) => {
        look('insert', table, row);
        return writes.insert(table, row);
      },
      insertAbsent: (table, rows) => {
        if (rows.length > 0) look('insert', table, rows[0]);
        return writes.insertAbsent(table, rows);
      },
      update: (table, where, patch) => {
        look('update', table, patch);
        return writes.update(table, where, patch);
      },
      remove: (table, where) => {
        look('remove', table);
        return writes.remove(table, where);
      },
    };
  };

  return {
    store(inner) {
      const alone = watched(inner, () => dieAtCommit('before', true));
      const remove: Store['remove'] = async (table, where) => {
        const removed = await alone.remove(table, where);
        dieAtCommit('after', isLookedFor(place, 'remove', table));
        return removed;
      };
      return {
        ...inner,
        ...alone,
        remove,
        transaction: (work, options) =>
          inner.transaction(async (transaction: StoreTransaction) => {
            let seen = false;
            const saw = (): void => {
              seen = true;
            };
            // Before the hooks of the work itself: only committed data is left of the process.
            transaction.afterCommit(() => dieAtCommit('after', seen));
            const result = await work({ ...transaction, ...watched(transaction, saw) });
            dieAtCommit('before', seen);
            return result;
          }, options),
      };
    },
    transport: (inner) => ({
      ...inner,
      async send(request, signal) {
        const outcome = await inner.send(request, signal);
        if (place?.at === 'answer') die();
        return outcome;
      },
    }),
  };
}

function isLookedFor(
  place: CrashPlace | undefined,
  change: KnownChange['change'],
  table: string,
  written: object = {},
): boolean {
  if (place?.at !== 'commit' || place.change !== change || place.table !== table) return false;
  return place.status === undefined || ('status' in written && written.status === place.status);
}

/** SIGKILL: no handler runs, nothing is flushed, no lock is given back. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
