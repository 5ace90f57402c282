import { type ContentsQuery, literal, type Sql, sql } from '@portcullis/plugin-api';

/**
 * Lists what the schema holds and the service account does not own: DROP SCHEMA with CASCADE would take that too. Here every object
 * has an owner. Where objects have none, tell them apart by a mark that the service writes on its own, or declare a family.
 */
export function foreignContents(schema: string, account: string): readonly ContentsQuery[] {
  const made = (kind: Sql, name: Sql, catalog: Sql, place: Sql, owner: Sql): ContentsQuery => ({
    list: sql`SELECT ${kind} AS kind, made.${name} AS name FROM pg_catalog.${catalog} AS made JOIN pg_catalog.pg_namespace AS space ON space.oid = made.${place} WHERE space.nspname = ${literal(schema)} AND pg_catalog.pg_get_userbyid(made.${owner}) <> ${literal(account)}`,
  });
  const isListed = sql` AND made.relkind IN ('r', 'v', 'm', 'f', 'p', 'S', 'c')`;
  const { list: relations } = made(sql`'relation'`, sql`relname`, sql`pg_class`, sql`relnamespace`, sql`relowner`);
  // A table brings types of its own: those are not enumerations, domains or ranges.
  const isNamed = sql` AND made.typtype IN ('e', 'd', 'r')`;
  const { list: types } = made(sql`'type'`, sql`typname`, sql`pg_type`, sql`typnamespace`, sql`typowner`);
  return [
    { list: sql`${relations}${isListed}` },
    { list: sql`${types}${isNamed}` },
    made(sql`'routine'`, sql`proname`, sql`pg_proc`, sql`pronamespace`, sql`proowner`),
  ];
}
