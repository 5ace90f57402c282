import {
  type AllTenantsTransaction,
  createMemoryStore,
  DEFAULT_TENANT,
  type Store,
  StoreError,
} from '../../src/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { ALL_TENANTS } from '../../src/ports/store/store.ts';

/** A store with rows that transactions lock and wait for, in the order of their requests, like a server. */
export interface LockingStore extends Store {
  /** Locks a row for an owner. Waits for it as long as the owner's transaction permits. */
  lock(owner: object, key: number): Promise<void>;
  /** Locks the free rows. @returns the other rows. */
  tryLock(owner: object, keys: readonly number[]): Promise<ReadonlySet<number>>;
  /** Waits for a row and holds it like another transaction. @returns the function that releases it. */
  hold(key: number): Promise<() => void>;
  /** Ends a transaction like a server that has lost its connection. */
  disconnect(owner: object): void;
  /** Rows that are locked. */
  locked(): readonly number[];
}

interface Waiter {
  readonly owner: object;
  grant(): void;
}

export async function createLockingStore(clock: Pick<Clock, 'after'>): Promise<LockingStore> {
  const memory = createMemoryStore();
  await memory.open();
  const owners = new Map<number, object>();
  const queues = new Map<number, Waiter[]>();
  const lockTimeouts = new WeakMap<object, number>();

  const isFreeFor = (owner: object, key: number): boolean => {
    const present = owners.get(key);
    return present === owner || (present === undefined && !queues.get(key)?.length);
  };

  const lock = async (owner: object, key: number): Promise<void> => {
    if (isFreeFor(owner, key)) {
      owners.set(key, owner);
      return;
    }
    const queue = queues.get(key) ?? [];
    queues.set(key, queue);
    await new Promise<void>((resolve, reject) => {
      const cancel = clock.after(lockTimeouts.get(owner) ?? Number.MAX_SAFE_INTEGER, () => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(new StoreError('STORE_LOCK_TIMEOUT', 'Another transaction locks the row.'));
      });
      const waiter: Waiter = {
        owner,
        grant() {
          cancel();
          resolve();
        },
      };
      queue.push(waiter);
    });
  };

  const release = (owner: object): void => {
    for (const [key, present] of [...owners]) {
      if (present !== owner) continue;
      const next = queues.get(key)?.shift();
      if (next) owners.set(key, next.owner);
      else owners.delete(key);
      next?.grant();
    }
  };

  const transaction: LockingStore['allTenants']['transaction'] = async (work, options) => {
    const actions: (() => void)[] = [];
    const open: AllTenantsTransaction = {
      ...memory.allTenants,
      afterCommit: (action) => actions.push(action),
      scoped: (tenant) => ({ ...memory.scoped(tenant), afterCommit: open.afterCommit, [ALL_TENANTS]: open }),
    };
    if (options?.lockTimeoutMs !== undefined) lockTimeouts.set(open, options.lockTimeoutMs);
    await roundTrip();
    try {
      const result = await work(open);
      await roundTrip();
      for (const action of actions) action();
      return result;
    } finally {
      release(open);
    }
  };

  return {
    ...memory,
    shared: true,
    allTenants: { ...memory.allTenants, shared: true, transaction },
    lock,
    async tryLock(owner, keys) {
      const held = keys.filter((key) => !isFreeFor(owner, key));
      for (const key of keys) if (!held.includes(key)) owners.set(key, owner);
      await roundTrip();
      return new Set(held);
    },
    async hold(key) {
      const owner = {};
      await lock(owner, key);
      return () => release(owner);
    },
    disconnect: release,
    locked: () => [...owners.keys()].toSorted((one, other) => one - other),
    transaction: (work, options) => transaction((open) => work(open.scoped(DEFAULT_TENANT)), options),
  };
}

function roundTrip(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
