import { literal, type ObjectGuard, type Sql, sql } from '@portcullis/plugin-api';
import type { Blueprint } from './blueprint.ts';

/** The search for an object in the managed database: its catalogs, the condition, and the column of its owner. */
interface OwnedObjectQuery {
  readonly from: Sql;
  readonly where: Sql;
  readonly owner: Sql;
}

/**
 * The guard of objects in the managed database. The marks are not visible there; the owner and the location identify
 * our objects. In any other database the object counts as foreign.
 */
function ownerGuard({ database, account }: Blueprint, { from, where, owner }: OwnedObjectQuery): ObjectGuard {
  const here = literal(database);
  return {
    exists: sql`SELECT 1 FROM ${from} WHERE ${where} UNION ALL SELECT 1 WHERE current_database() <> ${here}`,
    ours: sql`SELECT 1 FROM ${from}, pg_catalog.pg_user AS account WHERE ${where} AND account.usesysid = ${owner} AND account.usename = ${literal(account)} AND current_database() = ${here}`,
  };
}

/**
 * The guard of a schema. A schema is the first object in an empty database, so the guard also checks whether the first
 * script has prepared the database: only there does the service account have the privilege to create.
 */
export function schemaGuard(blueprint: Blueprint, schema: string): ObjectGuard {
  const { exists, ours } = ownerGuard(blueprint, {
    from: sql`pg_catalog.pg_namespace AS space`,
    where: sql`space.nspname = ${literal(schema)}`,
    owner: sql`space.nspowner`,
  });
  const unprepared = sql`SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user WHERE usename = ${literal(blueprint.account)} AND NOT usesuper AND has_database_privilege(usename, current_database(), 'create'))`;
  return { exists: sql`${exists} UNION ALL ${unprepared}`, ours };
}

/** The guard of a table. */
export function tableGuard(blueprint: Blueprint, schema: string, table: string): ObjectGuard {
  return ownerGuard(blueprint, {
    from: sql`pg_catalog.pg_class AS listed, pg_catalog.pg_namespace AS space`,
    where: sql`listed.relnamespace = space.oid AND space.nspname = ${literal(schema)} AND listed.relname = ${literal(table)}`,
    owner: sql`listed.relowner`,
  });
}

/** The guard of a procedure, by its name and the number of its arguments. */
export function procedureGuard(
  blueprint: Blueprint,
  schema: string,
  procedure: string,
  parameters: number,
): ObjectGuard {
  return ownerGuard(blueprint, {
    from: sql`pg_catalog.pg_proc AS listed, pg_catalog.pg_namespace AS space`,
    where: sql`listed.pronamespace = space.oid AND space.nspname = ${literal(schema)} AND listed.proname = ${literal(procedure)} AND listed.pronargs = ${literal(parameters)}`,
    owner: sql`listed.proowner`,
  });
}
