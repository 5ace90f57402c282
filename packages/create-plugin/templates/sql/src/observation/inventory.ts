import { type InventoryItem, literal, sql } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';

/** Lists the objects with a mark of this service, including those that are in no ledger. */
export async function inventory(
  session: PlatformSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const rows = await session.query(
    sql`SELECT kind, name, mark FROM (SELECT 'schema' AS kind, nspname AS name, pg_catalog.obj_description(oid, 'pg_namespace') AS mark FROM pg_catalog.pg_namespace UNION ALL SELECT 'user', rolname, pg_catalog.shobj_description(oid, 'pg_authid') FROM pg_catalog.pg_roles) AS marked WHERE starts_with(mark, ${literal(markPrefix)}) ORDER BY kind, name`,
    { signal },
  );
  return rows.map(({ kind, name, mark }) => ({ kind: String(kind), name: String(name), mark: String(mark) }));
}
