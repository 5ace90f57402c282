import { ident, literal, type ManagedObject, type ObjectGuard, type StatementStep, sql } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { DATABASES, named } from './catalogs.ts';
import { foreignContents } from './foreign-contents.ts';
import { type MarkedObject, markGuard, marksTable } from './marks.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { createDatabasePrivilege, ownDatabasePrivilege } from './privileges.ts';
import { ALREADY_GONE, IF_ALLOWED } from './tolerated-failures.ts';

/**
 * The managed database. CREATE DATABASE cannot be guarded, so its mark is written in two parts: before the statement, a
 * note that the name is free; after it, the id. A database that existed before never gets a mark.
 */
export function database(blueprint: Blueprint): ManagedObject {
  const { database: name, registry, engine, mark } = blueprint;
  const key = OBJECT_KEYS.database;
  const marks = marksTable(registry);
  const ownMark = literal(mark(key));
  const existing = named(DATABASES, literal(name));
  return {
    key,
    kind: 'database',
    name,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [
      { text: sql`DELETE FROM ${marks} WHERE mark = ${ownMark} AND platform_id IS NULL`, prepares: true },
      {
        text: sql`INSERT INTO ${marks} (kind, name, mark) SELECT ${literal('database')}, ${literal(name)}, ${ownMark} WHERE NOT EXISTS (SELECT 1 FROM ${existing})`,
        prepares: true,
      },
      { text: sql`CREATE DATABASE ${ident(name)}`, alone: true },
      {
        text: sql`UPDATE ${marks} SET platform_id = (SELECT ${DATABASES.id} FROM ${existing}) WHERE mark = ${ownMark} AND platform_id IS NULL`,
      },
    ],
    drop: dropSteps(name, engine),
    reversible: false,
    needs: [createDatabasePrivilege(), ownDatabasePrivilege(name)],
    why: 'Contains the policy-enforced views and the metadata of the service, separate from all other data.',
    guard: databaseGuard(blueprint),
    absentTest: { id: 'database-absent', name: 'Validate Automatic: Database Does Not Exist' },
    presentTest: { id: 'database-present', name: 'Validate Manual: Database Exists' },
  };
}

/** The guard of the managed database. */
export function databaseGuard(blueprint: Blueprint): ObjectGuard {
  const marked: MarkedObject = {
    kind: 'database',
    key: OBJECT_KEYS.database,
    name: blueprint.database,
    catalog: DATABASES,
  };
  return { ...markGuard(blueprint, marked), foreignContents: foreignContents(blueprint, blueprint.engine) };
}

/**
 * Returns the steps that drop our database and end all sessions on it, because one session prevents its drop. Without
 * permission for it, the error of the drop says so. Sources: Amazon Redshift Database Developer Guide, "DROP DATABASE" (FORCE);
 * PostgreSQL manual, "pg_stat_activity".
 */
function dropSteps(name: string, engine: Engine): readonly StatementStep[] {
  if (engine === 'redshift') {
    return [{ text: sql`DROP DATABASE ${ident(name)} FORCE`, engine, alone: true, succeedOn: ALREADY_GONE }];
  }
  const endSessions = sql`SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity WHERE datname = ${literal(name)} AND pid <> pg_backend_pid()`;
  return [
    { text: endSessions, engine, succeedOn: IF_ALLOWED },
    { text: sql`DROP DATABASE ${ident(name)}`, engine, alone: true, succeedOn: ALREADY_GONE },
  ];
}
