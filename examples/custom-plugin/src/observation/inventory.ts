import { type InventoryItem, literal, sql } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';

/**
 * Lists the databases that have a mark of this service, including those that are in no ledger. The marks of accounts
 * are inside them.
 */
export async function inventory(
  session: PlatformSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const rows = await session.query(
    sql`SELECT SCHEMA_NAME AS name, SCHEMA_COMMENT AS mark FROM information_schema.SCHEMATA WHERE LEFT(SCHEMA_COMMENT, ${literal(markPrefix.length)}) = ${literal(markPrefix)} ORDER BY SCHEMA_NAME`,
    { signal },
  );
  return rows.map(({ name, mark }) => ({ kind: 'database', name: String(name), mark: String(mark) }));
}
