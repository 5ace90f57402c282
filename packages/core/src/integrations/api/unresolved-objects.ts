import { entryOf } from '../../changes/ledger/read-ledger.ts';
import { removeEntry } from '../../changes/ledger/write-ledger.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { parseInput } from '../../kernel/input/parse-input.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { refuseBusy } from '../state/change-guards.ts';
import { findIntegration } from '../state/integration-record.ts';
import { ownershipDecisionInput, type UnresolvedObject } from '../views/unresolved-object.ts';

/** Lists the objects of an integration that require a decision of an administrator. */
export async function listUnresolved(store: StoreOperations, id: number): Promise<readonly UnresolvedObject[]> {
  await findIntegration(store, id);
  const rows = await store.find('managedObjects', {
    where: { integrationId: id, origin: 'unresolved' },
    orderBy: [
      ['position', 'asc'],
      ['id', 'asc'],
    ],
  });
  return rows.map(toView);
}

/**
 * Records the decision of an administrator about an unresolved object. Contacts no platform: the next operation observes the object
 * again, and identifies it by the platform's own id.
 *
 * @returns the objects that are still unresolved.
 * @throws ServiceError `NO_DECISION_PENDING`, `INTEGRATION_BUSY`
 */
export async function decideOwnership(
  dependencies: Pick<IntegrationDependencies, 'store'>,
  id: number,
  body: unknown,
): Promise<readonly UnresolvedObject[]> {
  const { object: key, decision } = parseInput(ownershipDecisionInput, body);
  const record = await findIntegration(dependencies.store, id);
  await refuseBusy(dependencies.store, record);
  await dependencies.store.transaction(async (transaction) => {
    const entry = await entryOf(transaction, id, key);
    if (entry?.origin !== 'unresolved') {
      throw new ServiceError('NO_DECISION_PENDING', `Integration ${id} has no unresolved object ${key}.`, {
        details: { unresolved: (await listUnresolved(transaction, id)).map((each) => each.key) },
      });
    }
    if (decision === 'leave') return removeEntry(transaction, id, key);
    await transaction.update('managedObjects', { id: entry.id, origin: 'unresolved' }, { origin: 'claimed' });
  });
  return listUnresolved(dependencies.store, id);
}

function toView({ key, kind, name, platformId, createdAt }: Row<'managedObjects'>): UnresolvedObject {
  return { key, kind, name, ...(platformId === null ? {} : { platformId }), begunAt: isoTime(createdAt) };
}
