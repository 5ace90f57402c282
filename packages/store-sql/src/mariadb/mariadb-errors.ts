import type { SqlErrors } from '../schema/sql-flavour.ts';
import { SQL_TABLES, TABLE_NAMES } from '../schema/sql-table.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { numberOf } from './error-number.ts';

/** Numbers of errors, as MariaDB's documentation lists them ("MariaDB Error Code Reference"). */
const ER_DISK_FULL = 1021;
const ER_CHECKREAD = 1020;
const ER_DUP_ENTRY = 1062;
const ER_RECORD_FILE_FULL = 1114;
const ER_LOCK_WAIT_TIMEOUT = 1205;
const ER_LOCK_DEADLOCK = 1213;
const ER_OPTION_PREVENTS_STATEMENT = 1290;

const FULL: ReadonlySet<unknown> = new Set([ER_DISK_FULL, ER_RECORD_FILE_FULL]);
/** A deadlock, and a row that changed after the snapshot of a repeatable read. */
const RETRYABLE: ReadonlySet<unknown> = new Set([ER_LOCK_DEADLOCK, ER_CHECKREAD]);

/** The errors of MariaDB. */
export const MARIADB_ERRORS: SqlErrors = {
  brokenConstraint(error, table = '') {
    if (numberOf(error) !== ER_DUP_ENTRY) return undefined;
    // MariaDB names the constraint alone; MySQL puts the table before it.
    const [, name = ''] = /for key '(?:[^']*\.)?([^'.]+)'$/.exec((error as Error).message) ?? [];
    const known = TABLE_NAMES.get(table);
    const constraint = name === 'PRIMARY' ? 'key' : known && SQL_TABLES[known].constraintByName.get(name);
    return { table, constraint };
  },
  isFull: (error) => FULL.has(numberOf(error)),
  isLockTimeout: (error) => numberOf(error) === ER_LOCK_WAIT_TIMEOUT,
  isConnectionLoss,
  // The numbers of the operating system are negative.
  isReported: (error) => Number(numberOf(error)) > 0 && !isRetryable(error),
};

/** Returns whether the server aborted a transaction because of another one: a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(numberOf(error));
}

/**
 * Returns whether a server refused a write because it is a replica (`read_only`). After a switchover, a connection to the former
 * primary server would otherwise stay in use as long as there is work.
 */
export function isReplica(error: unknown): boolean {
  return numberOf(error) === ER_OPTION_PREVENTS_STATEMENT && (error as Error).message.includes('--read-only');
}
