import type { ManagedObject } from '@portcullis/plugin-api';
import { ACCOUNT_STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The warehouse must exist; it is never created, altered or dropped. A separate test checks whether it can be used. */
export function warehouse({ warehouse: name }: Blueprint): ManagedObject {
  return {
    key: OBJECT_KEYS.warehouse,
    kind: 'warehouse',
    name,
    scope: 'account',
    sharing: 'required',
    by: 'setup',
    stage: ACCOUNT_STAGE,
    create: [],
    drop: [],
    needs: [],
    why: 'Queries of the service run on it.',
  };
}
