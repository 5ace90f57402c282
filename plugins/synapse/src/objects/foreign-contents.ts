import { type ContentsQuery, join, literal, type Sql, sql } from '@portcullis/plugin-api';
import { PROCEDURES } from './procedures.ts';
import { TABLES } from './tables.ts';

/** Conditions for the service's own objects in each of its schemas; views are created at run time. */
const OWN: Readonly<Record<'system' | 'procedures' | 'views', Sql>> = {
  system: sql`made.type_desc = N'USER_TABLE' AND made.name IN (${listOf(Object.values(TABLES))})`,
  procedures: sql`made.type_desc = N'SQL_STORED_PROCEDURE' AND made.name IN (${listOf(Object.values(PROCEDURES))})`,
  views: sql`made.type_desc = N'VIEW'`,
};

/**
 * Returns the queries for the contents of our schema that the service has not created. All objects of a schema belong
 * to the owner of the schema, so their names identify them. Source: Transact-SQL reference, "sys.objects" (constraints
 * have a parent).
 */
export function foreignContents(schema: string, holds: keyof typeof OWN): readonly ContentsQuery[] {
  return [
    {
      list: sql`SELECT made.type_desc AS kind, made.name FROM sys.objects AS made JOIN sys.schemas AS space ON space.schema_id = made.schema_id WHERE space.name = ${literal(schema)} AND made.parent_object_id = 0 AND NOT (${OWN[holds]})`,
    },
  ];
}

function listOf(names: readonly string[]): Sql {
  return join(names.map(literal), sql`, `);
}
