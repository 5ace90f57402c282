import { ident, literal, type ObjectGuard, type Sql, sql } from '@portcullis/plugin-api';
import { MARKS_TABLE } from '../names/object-names.ts';
import type { Blueprint } from './blueprint.ts';
import { type Catalog, named } from './catalogs.ts';

/** An object with a mark in the registry, because the platform has no comments or tags for it. */
export interface MarkedObject {
  readonly kind: 'database' | 'user' | 'role';
  readonly key: string;
  readonly name: string;
  readonly catalog: Catalog;
}

/** The table of marks. */
export function marksTable(registry: string): Sql {
  return ident(registry, MARKS_TABLE);
}

/**
 * Returns the condition that the table of marks in a schema `space` is ours: a column default contains the registry's
 * own mark. Source: PostgreSQL manual, "System Information Functions and Operators", `pg_get_expr`, which Amazon
 * Redshift also has.
 */
export function hasOwnMark(ownMark: string): Sql {
  return sql`EXISTS (SELECT 1 FROM pg_catalog.pg_class AS listed, pg_catalog.pg_attrdef AS preset WHERE listed.relnamespace = space.oid AND listed.relname = ${literal(MARKS_TABLE)} AND preset.adrelid = listed.oid AND strpos(pg_catalog.pg_get_expr(preset.adbin, preset.adrelid), ${literal(ownMark)}) > 0)`;
}

/**
 * Returns the statement that marks the object with a name, by its id on the platform: a later object with that name
 * does not inherit the mark.
 */
export function insertMark({ registry, mark }: Blueprint, { kind, key, name, catalog }: MarkedObject): Sql {
  return sql`INSERT INTO ${marksTable(registry)} (kind, name, mark, platform_id) SELECT ${literal(kind)}, ${literal(name)}, ${literal(mark(key))}, ${catalog.id} FROM ${named(catalog, literal(name))}`;
}

/** Returns the statement that writes the new name of a renamed object next to its mark. */
export function renameMark({ registry, mark }: Blueprint, { name, key }: MarkedObject): Sql {
  return sql`UPDATE ${marksTable(registry)} SET name = ${literal(name)} WHERE mark = ${literal(mark(key))}`;
}

/** Returns the statement that deletes the marks of an object. */
export function deleteMarks({ registry, mark }: Blueprint, { key }: MarkedObject): Sql {
  return sql`DELETE FROM ${marksTable(registry)} WHERE mark = ${literal(mark(key))}`;
}

/**
 * Returns the guard of a marked object: the object exists under its name, and the mark is next to its id. Without a
 * registry, no object is ours. The second query returns the current name of the marked object.
 */
export function markGuard(
  { registry, mark }: Blueprint,
  { key, name, catalog }: MarkedObject,
  more: Sql = sql``,
): ObjectGuard {
  return {
    exists: sql`SELECT 1 FROM ${named(catalog, literal(name))} AND EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ${literal(registry)})`,
    ours: sql`SELECT ${catalog.name} AS name FROM ${catalog.from} WHERE ${catalog.id} IN (SELECT platform_id FROM ${marksTable(registry)} WHERE mark = ${literal(mark(key))})${more}`,
  };
}
