import { whenAborted } from '../../kernel/lifetime/on-abort.ts';
import { pause } from '../../kernel/time/pause.ts';
import type { RowOperations, StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';

/** Milliseconds between two checks whether another node has finished. */
const POLL_MS = 500;

/** The owner of a lock that was never acquired: no operation has this id. */
const NO_OWNER = '0';

/** Returns the name of the lease that is the lock of a scope. */
const lockName = (scope: string): string => `scope:${scope}`;

type Waiting = Pick<Row<'operations'>, 'id' | 'scope'>;

/**
 * Waits until no other operation of the same scope runs, here or on another node, because two operations must not create or drop
 * shared objects at the same time. Operations acquire the lock in the order of their ids, and keep it until they end.
 */
export async function acquireScopeLock(
  dependencies: Pick<IntegrationDependencies, 'store' | 'clock' | 'background'>,
  operation: Waiting,
  signal: AbortSignal,
): Promise<void> {
  const { clock, background } = dependencies;
  const aborted = whenAborted(signal);
  let ahead = await tryAcquire(dependencies, operation);
  while (ahead) {
    // Not until the integration is idle: its next operation waits for this one.
    await Promise.race([background.whenEnded(ahead.integrationId), aborted]);
    signal.throwIfAborted();
    const next = await tryAcquire(dependencies, operation);
    if (next?.id === ahead.id) await pause(clock, POLL_MS, signal);
    ahead = next;
  }
}

/** Removes the lock of an operation that has ended. An operation that has not acquired it has none. */
export async function removeScopeLock(operations: RowOperations, { id, scope }: Waiting): Promise<void> {
  await operations.remove('leases', { name: lockName(scope), owner: String(id) });
}

/**
 * Acquires the lock of a scope unless another operation holds it or comes first. Ids are not sufficient, because another node may
 * later store an operation with a lower id than one that has begun.
 *
 * @returns the operation to wait for; undefined when this one holds the lock.
 */
async function tryAcquire(
  { store, clock }: Pick<IntegrationDependencies, 'store' | 'clock'>,
  { id, scope }: Waiting,
): Promise<Row<'operations'> | undefined> {
  const name = lockName(scope);
  const owner = String(id);
  return store.transaction(async (transaction) => {
    const lock = await lockRow(transaction, { name, owner: NO_OWNER, until: clock.now(), generation: 1 });
    // An operation without a valid lease is dead, even if the reaper has not ended it yet.
    const alive = { scope, status: 'running', leaseUntil: { gt: clock.now() } };
    const [holder] =
      lock.owner !== owner ? await transaction.find('operations', { where: { ...alive, id: Number(lock.owner) } }) : [];
    const [earlier] = await transaction.find('operations', { where: { ...alive, id: { lt: id } }, limit: 1 });
    const ahead = holder ?? (lock.owner === owner ? undefined : earlier);
    if (!ahead) await transaction.update('leases', { name }, { owner, until: clock.now() });
    return ahead;
  });
}

/** Adds and locks a row. The holder may remove it between the two. */
async function lockRow(transaction: StoreTransaction, row: Row<'leases'>): Promise<Row<'leases'>> {
  for (;;) {
    await transaction.insertAbsent('leases', [row]);
    const [locked] = await transaction.find('leases', { where: { name: row.name }, lock: 'update' });
    if (locked) return locked;
  }
}
