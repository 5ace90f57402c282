import { ident, type ManagedObject, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import { METADATA_SCHEMA } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { tableGuard } from './owner-guard.ts';
import { ownership, ownershipTransfer } from './privileges.ts';

/** The table of the impersonations in effect. */
export const IMPERSONATION_TABLE = 'impersonations';

/** The table of the impersonations in effect. Views read it; only the procedures write it. */
export function impersonationTable(blueprint: Blueprint): ManagedObject {
  const { database, account, contentsCreator } = blueprint;
  const table = ident(METADATA_SCHEMA, IMPERSONATION_TABLE);
  return {
    key: OBJECT_KEYS.impersonationTable,
    kind: 'table',
    name: `${database}.${METADATA_SCHEMA}.${IMPERSONATION_TABLE}`,
    scope: 'database',
    by: contentsCreator,
    stage: STAGE.managed,
    create: [
      { text: sql`CREATE TABLE ${table} (account varchar(128) NOT NULL, acts_as varchar(128) NOT NULL)` },
      // No change if the service account created it; otherwise ownership is transferred last.
      { text: sql`ALTER TABLE ${table} OWNER TO ${ident(account)}` },
    ],
    // An account that can write it can impersonate any user.
    alter: () => [{ text: sql`REVOKE ALL ON TABLE ${table} FROM PUBLIC` }],
    drop: [{ text: sql`DROP TABLE IF EXISTS ${table}` }],
    desired: { everybody: false },
    within: OBJECT_KEYS.database,
    feature: IMPERSONATION,
    blocks: [OBJECT_KEYS.metadataSchema],
    needs: [
      ownership(`schema ${METADATA_SCHEMA}`, OBJECT_KEYS.metadataSchema),
      ...(contentsCreator === 'setup' ? [ownershipTransfer(account)] : []),
    ],
    why: 'Records which account currently queries as which other one; the views read it.',
    guard: tableGuard(blueprint, METADATA_SCHEMA, IMPERSONATION_TABLE),
  };
}
