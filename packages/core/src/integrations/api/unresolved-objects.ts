import { entryOf } from '../../changes/ledger/read-ledger.ts';
import { forgetObject } from '../../changes/ledger/write-ledger.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { parseInput } from '../../kernel/input/parse-input.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { refuseBusy } from '../state/change-guards.ts';
import { findIntegration } from '../state/integration-record.ts';
import { type UnclearObject, unclearDecisionInput } from '../views/unclear-object.ts';

/** Lists the objects of an integration that require a decision of an administrator. */
export async function listUnclear(store: StoreOperations, id: number): Promise<readonly UnclearObject[]> {
  await findIntegration(store, id);
  const rows = await store.find('managedObjects', {
    where: { integrationId: id, origin: 'unclear' },
    orderBy: [
      ['position', 'asc'],
      ['id', 'asc'],
    ],
  });
  return rows.map(toView);
}

/**
 * Records the decision of an administrator about an unclear object. Contacts no platform: the next operation observes the object
 * again, and identifies it by the platform's own id.
 *
 * @returns the objects that are still unclear.
 * @throws ServiceError `OBJECT_NOT_UNCLEAR`, `INTEGRATION_BUSY`
 */
export async function decideUnclear(
  dependencies: Pick<IntegrationDependencies, 'store'>,
  id: number,
  body: unknown,
): Promise<readonly UnclearObject[]> {
  const { object: key, decision } = parseInput(unclearDecisionInput, body);
  const record = await findIntegration(dependencies.store, id);
  await refuseBusy(dependencies.store, record);
  await dependencies.store.transaction(async (transaction) => {
    const entry = await entryOf(transaction, id, key);
    if (entry?.origin !== 'unclear') {
      throw new ServiceError('OBJECT_NOT_UNCLEAR', `Integration ${id} has no unclear object ${key}.`, {
        details: { unclear: (await listUnclear(transaction, id)).map((each) => each.key) },
      });
    }
    if (decision === 'leave') return forgetObject(transaction, id, key);
    await transaction.update('managedObjects', { id: entry.id, origin: 'unclear' }, { origin: 'claimed' });
  });
  return listUnclear(dependencies.store, id);
}

function toView({ key, kind, name, platformId, createdAt }: Row<'managedObjects'>): UnclearObject {
  return { key, kind, name, ...(platformId === null ? {} : { platformId }), begunAt: isoTime(createdAt) };
}
