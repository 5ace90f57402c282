import { type HeldObject, literal, type Sql, sql } from '@portcullis/plugin-api';
import type { RedshiftSession } from '../connection/redshift-session.ts';

/** The account that owns something; NULL where that is a role that cannot sign in. */
function ownedByOther(owner: Sql, account: string): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM pg_catalog.pg_user AS account WHERE account.usesysid = ${owner} AND account.usename = ${literal(account)})`;
}

/** Schemas that every database has. Source: Amazon Redshift Database Developer Guide, "Schemas". */
const OF_THE_PLATFORM = sql`space.nspname <> 'information_schema' AND space.nspname <> 'catalog_history' AND substring(space.nspname, 1, 3) <> 'pg_'`;

/**
 * Lists what the managed database holds and the service account does not own: the service makes whatever belongs there, so
 * anything else is another account's.
 */
export async function foreignContents(
  session: RedshiftSession,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly HeldObject[]> {
  const account = session.serviceAccount;
  const rows = [
    ...(await session.query(
      sql`SELECT 'schema' AS kind, space.nspname AS name FROM pg_catalog.pg_namespace AS space WHERE ${OF_THE_PLATFORM} AND space.nspname <> 'public' AND ${ownedByOther(sql`space.nspowner`, account)} ORDER BY 2`,
      { signal },
    )),
    ...(await session.query(
      sql`SELECT CASE WHEN made.relkind = 'v' THEN 'view' ELSE 'table' END AS kind, space.nspname || '.' || made.relname AS name FROM pg_catalog.pg_class AS made, pg_catalog.pg_namespace AS space WHERE made.relnamespace = space.oid AND made.relkind IN ('r', 'v', 'm', 'f', 'p') AND ${OF_THE_PLATFORM} AND ${ownedByOther(sql`made.relowner`, account)} ORDER BY 2`,
      { signal },
    )),
    ...(await session.query(
      sql`SELECT 'procedure' AS kind, space.nspname || '.' || made.proname AS name FROM pg_catalog.pg_proc AS made, pg_catalog.pg_namespace AS space WHERE made.pronamespace = space.oid AND ${OF_THE_PLATFORM} AND ${ownedByOther(sql`made.proowner`, account)} ORDER BY 2`,
      { signal },
    )),
  ];
  return rows.map(({ kind, name }) => ({ kind: String(kind), name: String(name) }));
}
