import { type InventoryItem, ident, literal, sql } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import type { Row } from '../connection/sql-transport.ts';
import { classifyError } from '../failures/classify-error.ts';
import { MAX_ROWS, readList } from './read-list.ts';

type ReadRows = (session: SnowflakeSession, signal: AbortSignal) => Promise<readonly Row[]>;

/** The lists of objects that have a comment, and the functions that return their names. */
const LISTS: readonly { readonly kind: string; readonly read: ReadRows; readonly nameOf: (row: Row) => string }[] = [
  { kind: 'database', read: (session, signal) => readList(session, sql`SHOW DATABASES`, signal), nameOf: nameColumn },
  { kind: 'schema', read: readSchemas, nameOf: (row) => `${row.database_name}.${row.name}` },
  { kind: 'role', read: (session, signal) => readList(session, sql`SHOW ROLES`, signal), nameOf: nameColumn },
  { kind: 'user', read: (session, signal) => readList(session, sql`SHOW USERS`, signal), nameOf: nameColumn },
];

/** Failures of a list that show that the account sees none of its objects. */
const HIDDEN_CLASSES: readonly string[] = ['missing-grant', 'not-found'];

/** Lists the objects with our mark. */
export async function inventory(
  session: SnowflakeSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const items: InventoryItem[] = [];
  for (const { kind, read, nameOf } of LISTS) {
    const rows = await read(session, signal).catch((error: unknown) => {
      if (classifyError(error)?.class === 'missing-grant') return [];
      throw error;
    });
    const ours = rows.filter((row) => String(row.comment ?? '').startsWith(markPrefix));
    items.push(...ours.map((row) => ({ kind, name: nameOf(row), mark: String(row.comment) })));
  }
  return items;
}

/** Reads the schemas of the account: in one list, or in one of each database if there are too many. */
async function readSchemas(session: SnowflakeSession, signal: AbortSignal): Promise<readonly Row[]> {
  const allSchemas = await session.query(sql`SHOW SCHEMAS IN ACCOUNT LIMIT ${literal(MAX_ROWS)}`, { signal });
  if (allSchemas.length < MAX_ROWS) return allSchemas;
  const rows: Row[] = [];
  for (const { name } of await readList(session, sql`SHOW DATABASES`, signal)) {
    const inside = readList(session, sql`SHOW SCHEMAS IN DATABASE ${ident(String(name))}`, signal);
    rows.push(
      ...(await inside.catch((error: unknown) => {
        // Another account can drop a database, or end its share, in the meantime.
        if (HIDDEN_CLASSES.includes(classifyError(error)?.class ?? '')) return [];
        throw error;
      })),
    );
  }
  return rows;
}

function nameColumn({ name }: Row): string {
  return String(name);
}
