import { readMilliseconds } from '../connections/read-milliseconds.ts';
import { isPool, type MariaDbStoreOptions } from './mariadb-store-options.ts';

const DEFAULTS = { idleTransactionMs: 3000, lockMs: 4000, peerMs: 4000 };
/**
 * Milliseconds that the opening waits for a row. No statement of it is repeated, and on a busy server the commit of another node
 * can take long, or the end of the session of a killed process.
 */
const OPENING_LOCK_MS = 120_000;

/**
 * Returns the statements that prepare a session of the store. Sessions of the host's own pool keep their settings, because
 * the host uses them too, except for limits that are given explicitly.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but whole milliseconds.
 */
export function readSessionSettings(options: MariaDbStoreOptions): readonly string[] {
  const isHostsPool = options.pool !== undefined && isPool(options.pool);
  const read = (name: 'idleTransactionTimeoutMs' | 'lockTimeoutMs' | 'peerTimeoutMs', standard: number) =>
    toSeconds(readMilliseconds(name, options[name], isHostsPool ? 0 : standard));
  const limits = {
    idle_transaction_timeout: read('idleTransactionTimeoutMs', DEFAULTS.idleTransactionMs),
    innodb_lock_wait_timeout: read('lockTimeoutMs', DEFAULTS.lockMs),
    net_write_timeout: read('peerTimeoutMs', DEFAULTS.peerMs),
  };
  const given = Object.entries(limits).filter(([, seconds]) => seconds > 0);
  const statement = given.map(([name, seconds]) => `${name} = ${seconds}`).join(', ');
  return [...(isHostsPool ? [] : OWN_SETTINGS), ...(given.length > 0 ? [`set session ${statement}`] : [])];
}

/**
 * Returns the statements that prepare a session for the opening of the store, such as for its migrations. They differ only in the
 * limit for locks, unless sessions keep theirs.
 */
export function readOpeningSettings(options: MariaDbStoreOptions): readonly string[] {
  const { pool, lockTimeoutMs = DEFAULTS.lockMs } = options;
  if ((pool !== undefined && isPool(pool)) || lockTimeoutMs === 0) return readSessionSettings(options);
  return readSessionSettings({ ...options, lockTimeoutMs: Math.max(lockTimeoutMs, OPENING_LOCK_MS) });
}

/** The server counts in whole seconds. */
function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/**
 * Settings of the store's own sessions. Read committed sees what other transactions have committed. Repeatable read, the
 * default, also locks the gaps between rows, so inserts would wait for claims.
 */
const OWN_SETTINGS = [
  'set session transaction isolation level read committed',
  "set session sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00', autocommit = 1",
];
