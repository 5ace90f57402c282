import type { ManagedObject } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';
import { catalog } from './catalog.ts';
import { auditAccess, catalogUse } from './grants.ts';
import { excludedGroup, warehouse } from './required.ts';
import { policySchema, systemSchema } from './schemas.ts';

/**
 * Everything an integration is made of, in order. Nothing is granted that the chosen features do not need: the service owns what it
 * works with, and its owner needs no SELECT, MODIFY or EXECUTE on it.
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
