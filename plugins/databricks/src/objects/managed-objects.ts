import type { ManagedObject } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';
import { catalog } from './catalog.ts';
import { auditAccess, catalogUse } from './grants.ts';
import { excludedGroup, warehouse } from './required-objects.ts';
import { policySchema, systemSchema } from './schemas.ts';

/**
 * The managed objects of an integration, in order. Only grants for the chosen features are included: the service owns
 * its objects, and an owner needs no SELECT, MODIFY or EXECUTE on them.
 */
export function managedObjects(blueprint: Blueprint): readonly ManagedObject[] {
  const { mode, audit, excludedGroup: group } = blueprint;
  return [
    warehouse(blueprint),
    ...(group === undefined ? [] : [excludedGroup(group)]),
    catalog(blueprint),
    systemSchema(blueprint),
    policySchema(blueprint),
    ...(mode === 'manual' ? [catalogUse(blueprint)] : []),
    ...(audit ? [auditAccess(blueprint)] : []),
  ];
}
