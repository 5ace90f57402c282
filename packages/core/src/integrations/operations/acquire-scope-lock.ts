import { whenAborted } from '../../kernel/lifetime/on-abort.ts';
import { pause } from '../../kernel/time/pause.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';

/** Milliseconds between two checks whether another node has finished. */
const POLL_MS = 500;

/** The owner of a lock that was never acquired: no operation has this id. */
const NO_OWNER = '0';

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
  const name = `scope:${scope}`;
  const owner = String(id);
  return store.transaction(async (transaction) => {
    await transaction.insertAbsent('leases', [{ name, owner: NO_OWNER, until: clock.now(), generation: 1 }]);
    const [lock] = await transaction.find('leases', { where: { name }, lock: 'update' });
    // An operation without a valid lease is dead, even if the reaper has not ended it yet.
    const alive = { scope, status: 'running', leaseUntil: { gt: clock.now() } };
    const [holder] =
      lock && lock.owner !== owner
        ? await transaction.find('operations', { where: { ...alive, id: Number(lock.owner) } })
        : [];
    const [earlier] = await transaction.find('operations', { where: { ...alive, id: { lt: id } }, limit: 1 });
    const ahead = holder ?? (lock?.owner === owner ? undefined : earlier);
    if (!ahead) await transaction.update('leases', { name }, { owner, until: clock.now() });
    return ahead;
  });
}
