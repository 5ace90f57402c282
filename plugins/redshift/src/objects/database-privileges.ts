import { ident, literal, type ManagedObject, type Sql, type Step, sql } from '@portcullis/plugin-api';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { databaseGuard } from './database.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { ownership } from './privileges.ts';

/** The privileges in the managed database, which only the service account has. */
export function databasePrivileges(blueprint: Blueprint): ManagedObject {
  const { database, account } = blueprint;
  const create: readonly Step[] = [
    { text: sql`REVOKE CREATE, TEMPORARY ON DATABASE ${ident(database)} FROM PUBLIC` },
    { text: sql`GRANT CREATE, TEMPORARY ON DATABASE ${ident(database)} TO ${ident(account)}` },
  ];
  const revoke = (privileges: Sql): Step => ({
    text: sql`REVOKE ${privileges} ON DATABASE ${ident(database)} FROM ${ident(account)}`,
  });
  return {
    key: OBJECT_KEYS.databasePrivileges,
    kind: 'grant',
    name: `create and temporary on database ${database} to the service account`,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create,
    alter: () => create,
    // A grant to all accounts does not identify the privilege.
    restore: ({ create: creates, temporary, everybody }) =>
      everybody === undefined
        ? [
            ...(creates === false ? [revoke(sql`CREATE`)] : []),
            ...(temporary === false ? [revoke(sql`TEMPORARY`)] : []),
          ]
        : undefined,
    drop: [revoke(sql`CREATE, TEMPORARY`)],
    desired: { create: true, temporary: true, everybody: false },
    within: OBJECT_KEYS.database,
    blocks: [OBJECT_KEYS.serviceAccount],
    needs: [ownership(`database ${database}`, OBJECT_KEYS.database)],
    why: 'The service makes and upgrades its own schemas in its own database; no other account may create objects there.',
    guard: {
      exists: sql`SELECT 1 FROM pg_catalog.pg_user AS account, pg_catalog.pg_database AS listed WHERE account.usename = ${literal(account)} AND listed.datname = ${literal(database)}`,
      ours: databaseGuard(blueprint).ours,
    },
  };
}
