import { type ContentsQuery, join, literal, type Sql, sql } from '@portcullis/plugin-api';
import { type ViewsOwner, viewMark } from '../names/view-mark.ts';
import { PROCEDURES } from './procedures.ts';
import { TABLES } from './tables.ts';

/** A schema of ours, and its purpose. */
export interface OwnSchema extends ViewsOwner {
  readonly purpose: 'system' | 'procedures' | 'views';
}

/** The conditions that an object belongs to the service, by the purpose of its schema. The host creates the views at run time. */
const OWN_OBJECTS: Readonly<Record<OwnSchema['purpose'], (owner: ViewsOwner) => Sql>> = {
  system: () => sql`made.type_desc = N'USER_TABLE' AND made.name IN (${listOf(Object.values(TABLES))})`,
  procedures: () =>
    sql`made.type_desc = N'SQL_STORED_PROCEDURE' AND made.name IN (${listOf(Object.values(PROCEDURES))})`,
  views: (owner) => sql`made.type_desc = N'VIEW' AND ${hasViewMark(owner)}`,
};

/**
 * Returns the condition that an object `made` has the host's comment in its definition. A definition that is hidden or
 * encrypted has none. Source: Transact-SQL reference, "sys.sql_modules".
 */
function hasViewMark(owner: ViewsOwner): Sql {
  return sql`EXISTS (SELECT 1 FROM sys.sql_modules AS code WHERE code.object_id = made.object_id AND ${hasMark(owner)})`;
}

/** Returns the condition that the definition `code` has the host's comment. */
function hasMark(owner: ViewsOwner): Sql {
  return sql`CHARINDEX(${literal(viewMark(owner))}, code.[definition]) > 0`;
}

/** Returns the relation of the host's views in our schema, with the names `made` and `space`. */
export function ownViews(owner: ViewsOwner): Sql {
  return sql`
    sys.views AS made
            JOIN sys.schemas AS space ON space.schema_id = made.schema_id
            JOIN sys.sql_modules AS code ON code.object_id = made.object_id
            WHERE space.name = ${literal(owner.schema)} AND ${hasMark(owner)}`;
}

/**
 * Returns the queries for the contents of our schema that neither the service nor the host has created. All objects of a
 * schema belong to the owner of the schema, so their names identify them, and a comment identifies views. Source:
 * Transact-SQL reference, "sys.objects" (constraints have a parent).
 */
export function foreignContents({ purpose, ...owner }: OwnSchema): readonly ContentsQuery[] {
  return [
    {
      list: sql`SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = ${literal(owner.schema)} AND made.parent_object_id = 0 AND NOT (${OWN_OBJECTS[purpose](owner)})`,
    },
  ];
}

function listOf(names: readonly string[]): Sql {
  return join(names.map(literal), sql`, `);
}
