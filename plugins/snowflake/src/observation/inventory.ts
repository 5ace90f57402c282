import { type InventoryItem, type Sql, sql } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import type { Row } from '../connection/sql-transport.ts';
import { classifyError } from '../failures/classify-error.ts';

/** The lists of objects that have a comment, and the functions that return their names. */
const LISTS: readonly { readonly kind: string; readonly list: Sql; readonly nameOf: (row: Row) => string }[] = [
  { kind: 'database', list: sql`SHOW DATABASES`, nameOf: plainName },
  { kind: 'schema', list: sql`SHOW SCHEMAS IN ACCOUNT`, nameOf: (row) => `${row.database_name}.${row.name}` },
  { kind: 'role', list: sql`SHOW ROLES`, nameOf: plainName },
  { kind: 'user', list: sql`SHOW USERS`, nameOf: plainName },
];

/** Lists the objects with our mark. Each list ends at 10,000 rows ("SHOW USERS"). */
export async function inventory(
  session: SnowflakeSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const items: InventoryItem[] = [];
  for (const { kind, list, nameOf } of LISTS) {
    const rows = await session.query(list, { signal }).catch((error: unknown) => {
      if (classifyError(error)?.class === 'missing-grant') return [];
      throw error;
    });
    const ours = rows.filter((row) => String(row.comment ?? '').startsWith(markPrefix));
    items.push(...ours.map((row) => ({ kind, name: nameOf(row), mark: String(row.comment) })));
  }
  return items;
}

function plainName({ name }: Row): string {
  return String(name);
}
