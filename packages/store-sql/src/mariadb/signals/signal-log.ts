import { PREFIX } from '../../schema/layout-of.ts';
import { ensureTable } from '../ensure-table.ts';
import type { QueryRunner } from '../query-runner.ts';

/** The table of the messages between processes. */
const TABLE = `${PREFIX}signals`;

/** A message in the log. */
export interface LoggedSignal {
  /** Its number. Messages of one process are in the order of their numbers. */
  readonly id: number;
  /** The text; null if the reader has sent or read it. */
  readonly message: string | null;
}

/** Creates the log if it is missing. */
export function prepareSignals(run: QueryRunner): Promise<void> {
  const message = 'message text character set utf8mb4 not null';
  const columns = `id bigint auto_increment primary key, origin char(36) character set ascii not null, ${message}`;
  return ensureTable(run, TABLE, columns);
}

/** Appends a message. */
export async function appendSignal(run: QueryRunner, origin: string, message: string): Promise<void> {
  await run(`insert into ${TABLE} (origin, message) values (?, ?)`, [origin, message]);
}

/** Returns the number of the last message; 0 if there is none. */
export async function readLastId(run: QueryRunner): Promise<number> {
  const { rows } = await run(`select max(id) from ${TABLE}`);
  return Number(rows[0]?.[0] ?? 0);
}

/**
 * Returns the messages after a number, those of the missing numbers, and the number itself without its text, as long as the log has
 * it. Nothing is a parameter, so that listeners prepare no statements.
 *
 * @param origin - the UUID of the reader.
 */
export async function readSignals(
  run: QueryRunner,
  origin: string,
  { last, missing }: { readonly last: number; readonly missing: readonly number[] },
): Promise<readonly LoggedSignal[]> {
  const among = missing.length > 0 ? ` or id in (${missing.join()})` : '';
  const { rows } = await run(
    `select id, if(origin = '${origin}' or id = ${last}, null, message) from ${TABLE} where id >= ${last}${among} order by id`,
  );
  return rows.map(([id, message]) => ({ id: Number(id), message: message as string | null }));
}

/**
 * Removes the messages before a number. That message itself remains, so that no session locks the end of the table, where
 * others append.
 */
export async function removeSignals(run: QueryRunner, before: number): Promise<void> {
  await run(`delete from ${TABLE} where id < ${before}`);
}
