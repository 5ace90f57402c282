import { type ContentsQuery, literal, type Sql, sql } from '@portcullis/plugin-api';

/** Schemas that every database has. Source: Amazon Redshift Database Developer Guide, "Schemas". */
const OF_THE_PLATFORM = sql`space.nspname <> 'information_schema' AND space.nspname <> 'catalog_history' AND substring(space.nspname, 1, 3) <> 'pg_'`;

/**
 * Lists the contents of a managed database that its service account does not own: the service creates all of its
 * contents, so other objects are foreign. It must run in that database. The owner is NULL for a role that cannot sign
 * in.
 */
export function foreignContents(account: string): readonly ContentsQuery[] {
  const byOther = (owner: Sql): Sql =>
    sql`NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user AS account WHERE account.usesysid = ${owner} AND account.usename = ${literal(account)})`;
  return [
    {
      list: sql`SELECT 'schema' AS kind, space.nspname AS name FROM pg_catalog.pg_namespace AS space WHERE ${OF_THE_PLATFORM} AND space.nspname <> 'public' AND ${byOther(sql`space.nspowner`)} ORDER BY 2`,
    },
    {
      list: sql`SELECT CASE made.relkind WHEN 'v' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind, space.nspname || '.' || made.relname AS name FROM pg_catalog.pg_class AS made, pg_catalog.pg_namespace AS space WHERE made.relnamespace = space.oid AND made.relkind IN ('r', 'v', 'm', 'f', 'p', 'S') AND ${OF_THE_PLATFORM} AND ${byOther(sql`made.relowner`)} ORDER BY 2`,
    },
    {
      list: sql`SELECT 'procedure' AS kind, space.nspname || '.' || made.proname AS name FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND ${OF_THE_PLATFORM} AND ${byOther(sql`made.proowner`)} ORDER BY 2`,
    },
  ];
}
