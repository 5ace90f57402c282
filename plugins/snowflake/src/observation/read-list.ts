import { literal, type Sql, sql } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import type { Row } from '../connection/sql-transport.ts';

/**
 * Maximum number of rows of a list. A list with more rows fails without LIMIT, and ends there with it. Source: "SHOW USERS"
 * and other lists, LIMIT.
 */
export const MAX_ROWS = 10_000;

/**
 * Reads all rows of a list of one kind, page by page. The list must be sorted by `name`, because the next page begins after
 * the name of a row: a list of schemas is so within one database only. Source: "SHOW USERS" and other lists, LIMIT … FROM.
 *
 * @param list - the statement, without LIMIT.
 */
export async function readList(session: SnowflakeSession, list: Sql, signal: AbortSignal): Promise<readonly Row[]> {
  const found = new Map<string, Row>();
  for (let from = sql``; ; ) {
    const page = await session.query(sql`${list} LIMIT ${literal(MAX_ROWS)}${from}`, { signal });
    const known = found.size;
    for (const row of page) found.set(String(row.name), row);
    if (page.length < MAX_ROWS || found.size === known) return [...found.values()];
    from = sql` FROM ${literal(String(page.at(-1)?.name))}`;
  }
}
