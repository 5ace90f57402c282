import { activeOwners } from '../../changes/ledger/object-owners.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import { scopeOf } from '../context/ledger-owner.ts';
import { type IntegrationRecord, targetOfRecord } from '../state/integration-record.ts';

/** The objects that a script may remove, and warnings about those that it must leave to other owners. */
export interface ExclusiveObjects {
  readonly own: readonly ObjectFacts[];
  /** One sentence for each object that stays. */
  readonly warnings: readonly string[];
}

/** Returns the objects without shared ones, which only the last owner removes. */
export async function exclusiveObjects(
  store: StoreOperations,
  record: IntegrationRecord,
  existing: readonly ObjectFacts[],
): Promise<ExclusiveObjects> {
  const target = targetOfRecord(record);
  const identity = target?.identity ?? [];
  const owner = {
    integrationId: record.id,
    pluginVersion: record.pluginVersion,
    scope: scopeOf(record.type, target),
    identity,
  };
  const own: ObjectFacts[] = [];
  const warnings: string[] = [];
  for (const object of existing) {
    const others = object.sharing === 'shared' ? await activeOwners(store, owner, object) : [];
    if (others.length === 0) own.push(object);
    else {
      const names = others.map((id) => `integration ${id}`).join(', ');
      warnings.push(
        `The ${object.kind} ${object.name} is left out: ${names} uses it too and removes it when it is deleted.`,
      );
    }
  }
  return { own, warnings };
}
