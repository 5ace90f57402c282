import type { ManagedObject } from '@portcullis/plugin-api';
import { FEATURE } from '../features.ts';
import { WORKSPACE_STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { warehouseUse } from './privileges.ts';

/** The warehouse must exist; it is never created, altered or dropped. A separate test checks whether it can be used. */
export function warehouse({ warehouse: name }: Blueprint): ManagedObject {
  return {
    key: OBJECT_KEYS.warehouse,
    kind: 'warehouse',
    name,
    scope: 'account',
    sharing: 'required',
    by: 'administrator',
    stage: WORKSPACE_STAGE,
    create: [],
    drop: [],
    needs: [warehouseUse(name)],
    why: 'Statements of the service run on it.',
  };
}

/** The group that policies exclude. An administrator maintains it; the functions of policies only check its members. */
export function excludedGroup(name: string): ManagedObject {
  return {
    key: OBJECT_KEYS.excludedGroup,
    kind: 'group',
    name,
    scope: 'account',
    sharing: 'required',
    by: 'administrator',
    stage: WORKSPACE_STAGE,
    create: [],
    drop: [],
    feature: FEATURE.exclusion,
    needs: [],
    why: 'Policies do not apply to its members.',
  };
}
