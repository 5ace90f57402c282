import { ident, literal, type ManagedObject, type Scalar, type Step, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { userGuard } from './catalogs.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { controlDatabase } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The user of the login in the pool. Source: Transact-SQL reference, "CREATE USER", Syntax for Azure Synapse Analytics. */
export function user(blueprint: Blueprint): ManagedObject {
  const { account, viewSchema, database } = blueprint;
  return {
    key: OBJECT_KEYS.user,
    kind: 'user',
    name: account,
    scope: 'database',
    by: 'setup',
    stage: STAGE.pool,
    create: [
      {
        // Alone in its batch, because FOR LOGIN is not supported together with other statements. The schema does not
        // have to exist yet.
        text: sql`CREATE USER ${ident(account)} FOR LOGIN ${ident(account)} WITH DEFAULT_SCHEMA = ${ident(viewSchema)}`,
        alone: true,
      },
    ],
    alter: (from) => [
      ...renameSteps(blueprint, from),
      ...(from.defaultSchema === viewSchema
        ? []
        : [{ text: sql`ALTER USER ${ident(account)} WITH DEFAULT_SCHEMA = ${ident(viewSchema)}` }]),
      ...(from.owner === true ? [{ text: sql`EXEC sp_droprolemember N'db_owner', ${literal(account)}` }] : []),
    ],
    restore: (former) => restoreSteps(account, former),
    drop: [{ text: sql`DROP USER ${ident(account)}`, succeedOn: ALREADY_GONE }],
    desired: { name: account, defaultSchema: viewSchema, owner: false },
    needs: [controlDatabase(database)],
    why: 'Permits the login to access the pool. It is in no role, so it has only the privileges granted below.',
    guard: userGuard(blueprint),
    absentTest: { id: 'user-absent', name: 'Validate Automatic: User Does Not Exist' },
    presentTest: { id: 'user-present', name: 'Validate Manual: User Exists' },
  };
}

/**
 * Restores the former properties of the user. No statement removes the default schema of a user with a login, so a user
 * that had none keeps the new one.
 */
function restoreSteps(
  account: string,
  { defaultSchema, owner, ...others }: Readonly<Record<string, Scalar>>,
): readonly Step[] | undefined {
  if (defaultSchema === null || Object.keys(others).length > 0) return undefined;
  return [
    ...(defaultSchema === undefined
      ? []
      : [{ text: sql`ALTER USER ${ident(account)} WITH DEFAULT_SCHEMA = ${ident(String(defaultSchema))}` }]),
    ...(owner === true ? [{ text: sql`EXEC sp_addrolemember N'db_owner', ${literal(account)}` }] : []),
  ];
}

/** Returns a rename that checks its own condition, so that a script may run twice. */
function renameSteps({ account, accountId }: Blueprint, { name }: Readonly<Record<string, Scalar>>): readonly Step[] {
  if (typeof name !== 'string' || name === account) return [];
  const isPending = sql`EXISTS (SELECT 1 FROM sys.database_principals AS listed WHERE listed.name = ${literal(name)} AND listed.sid = ${accountId})`;
  return [{ text: sql`IF ${isPending} ALTER USER ${ident(name)} WITH NAME = ${ident(account)}` }];
}
