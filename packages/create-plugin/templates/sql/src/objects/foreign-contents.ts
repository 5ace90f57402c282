import { type ContentsQuery, literal, type Sql, sql } from '@portcullis/plugin-api';

/**
 * Returns the queries for objects in the schema that the service account does not own, which DROP SCHEMA with CASCADE
 * would also drop. On this platform, every object has an owner. If objects have no owner, mark the objects of the
 * service, or declare a family.
 */
export function foreignContents(schema: string, account: string): readonly ContentsQuery[] {
  const made = (kind: Sql, name: Sql, catalog: Sql, place: Sql, owner: Sql): ContentsQuery => ({
    list: sql`SELECT ${kind} AS kind, made.${name} AS name FROM pg_catalog.${catalog} AS made JOIN pg_catalog.pg_namespace AS space ON space.oid = made.${place} WHERE space.nspname = ${literal(schema)} AND pg_catalog.pg_get_userbyid(made.${owner}) <> ${literal(account)}`,
  });
  const isListed = sql` AND made.relkind IN ('r', 'v', 'm', 'f', 'p', 'S', 'c')`;
  const { list: relations } = made(sql`'relation'`, sql`relname`, sql`pg_class`, sql`relnamespace`, sql`relowner`);
  // The types of tables are excluded: only enumerations, domains and ranges.
  const isNamed = sql` AND made.typtype IN ('e', 'd', 'r')`;
  const { list: types } = made(sql`'type'`, sql`typname`, sql`pg_type`, sql`typnamespace`, sql`typowner`);
  return [
    { list: sql`${relations}${isListed}` },
    { list: sql`${types}${isNamed}` },
    made(sql`'routine'`, sql`proname`, sql`pg_proc`, sql`pronamespace`, sql`proowner`),
  ];
}
