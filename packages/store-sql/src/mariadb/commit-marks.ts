import { randomUUID } from 'node:crypto';
import type { Outcome } from '../connections/commit-poller.ts';
import { PREFIX } from '../schema/layout-of.ts';
import { ensureTable } from './ensure-table.ts';
import { numberOf } from './error-number.ts';
import type { QueryRunner } from './query-runner.ts';

/**
 * The table of marks: a row that a joined transaction of a host writes is visible once the transaction is committed, and
 * locked until then. MariaDB itself does not tell the outcome of a transaction.
 */
const TABLE = `${PREFIX}commits`;

const ER_LOCK_WAIT_TIMEOUT = 1205;
/** Milliseconds after which a mark belongs to a process that has ended. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** Creates the table of marks if it is missing, and removes the marks of ended processes. */
export async function prepareMarks(run: QueryRunner): Promise<void> {
  await ensureTable(run, TABLE, 'id char(36) character set ascii primary key, created_at bigint not null');
  const stale = `select id from ${TABLE} where created_at < ? limit 1000 for update skip locked`;
  const { rows } = await run(stale, [Date.now() - STALE_MS]);
  await removeMarks(
    run,
    rows.map(([id]) => String(id)),
  );
}

/**
 * Marks the open transaction of a connection. Returns the id of the mark; undefined if no transaction is open, because
 * each write would then be committed separately.
 */
export async function markTransaction(run: QueryRunner): Promise<string | undefined> {
  const id = randomUUID();
  const text = `insert into ${TABLE} (id, created_at) select ?, ? from dual where @@in_transaction = 1`;
  return (await run(text, [id, Date.now()])).affected > 0 ? id : undefined;
}

/**
 * Adds the mark of the open transaction of a connection again if a roll-back to a savepoint has removed it. Returns false if no
 * transaction is open any more.
 */
export async function renewMark(run: QueryRunner, id: string): Promise<boolean> {
  const insert = `insert into ${TABLE} (id, created_at) select ?, ? from dual where @@in_transaction = 1`;
  // A mark that is there changes, so that the server counts it.
  const { affected } = await run(`${insert} on duplicate key update created_at = created_at + 1`, [id, Date.now()]);
  return affected > 0;
}

/** Returns whether a transaction is open on a connection. */
export async function isInTransaction(run: QueryRunner): Promise<boolean> {
  const { rows } = await run('select @@in_transaction');
  return Number(rows[0]?.[0]) === 1;
}

/**
 * Returns whether a connection counts the rows that an update matches. Without the flag `FOUND_ROWS` it counts those whose
 * values change.
 *
 * @param id - of a mark of its open transaction.
 */
export async function countsMatches(run: QueryRunner, id: string): Promise<boolean> {
  return (await run(`update ${TABLE} set created_at = created_at where id = ?`, [id])).affected === 1;
}

/** Reads the outcomes of marked transactions, and removes the marks of those that are committed. */
export async function readOutcomes(run: QueryRunner, ids: readonly string[]): Promise<readonly Outcome[]> {
  const places = ids.map(() => '?').join(', ');
  const { rows } = await run(`select id from ${TABLE} where id in (${places}) for update skip locked`, ids);
  const committed = rows.map(([id]) => String(id));
  await removeMarks(run, committed);
  const others = ids.filter((id) => !committed.includes(id));
  // A missing mark is locked, or its transaction was rolled back: one is looked at each time.
  const checked = others[Math.floor(Math.random() * others.length)];
  return [
    ...committed.map((id) => ({ id, status: 'committed' })),
    ...(checked === undefined ? [] : [{ id: checked, status: await readStatus(run, checked) }]),
  ];
}

async function readStatus(run: QueryRunner, id: string): Promise<Outcome['status']> {
  try {
    const { rows } = await run(`select id from ${TABLE} where id = ? for update nowait`, [id]);
    // Committed a moment ago: the next call finds it.
    return rows.length > 0 ? 'in progress' : 'rolled back';
  } catch (error) {
    if (numberOf(error) === ER_LOCK_WAIT_TIMEOUT) return 'in progress';
    throw error;
  }
}

async function removeMarks(run: QueryRunner, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await run(`delete from ${TABLE} where id in (${ids.map(() => '?').join(', ')})`, ids);
}
