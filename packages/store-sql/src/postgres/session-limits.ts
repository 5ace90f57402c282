import { readMilliseconds } from '../connections/read-milliseconds.ts';
import { isPool, type PostgresStoreOptions } from './postgres-store-options.ts';

/**
 * Limits after which the server frees the locks of a suspended or disconnected process, in milliseconds; 0 for no
 * limit.
 */
export interface SessionLimits {
  /** Milliseconds that an open transaction may wait for its process. */
  readonly idleTransactionMs: number;
  /** Milliseconds that a transaction waits for a row before it is retried. */
  readonly lockMs: number;
  /** Milliseconds for which the peer of a connection may be silent. */
  readonly peerMs: number;
}

const DEFAULTS = { idleTransactionMs: 3000, lockMs: 4000, peerMs: 4000 };

/**
 * Reads the limits of a store. Connections of the host's own pool keep their TCP settings by default, because the
 * host uses them too.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but whole milliseconds.
 */
export function readSessionLimits(options: PostgresStoreOptions): SessionLimits {
  const isHostsPool = options.pool !== undefined && isPool(options.pool);
  return {
    idleTransactionMs: readMilliseconds(
      'idleTransactionTimeoutMs',
      options.idleTransactionTimeoutMs,
      DEFAULTS.idleTransactionMs,
    ),
    lockMs: readMilliseconds('lockTimeoutMs', options.lockTimeoutMs, DEFAULTS.lockMs),
    peerMs: readMilliseconds('peerTimeoutMs', options.peerTimeoutMs, isHostsPool ? 0 : DEFAULTS.peerMs),
  };
}

/**
 * Returns the statements that make the server close a connection with a silent peer, or undefined if there is no
 * limit. They are not start-up parameters, because poolers reject unknown ones.
 */
export function peerSettings({ peerMs }: SessionLimits): string | undefined {
  if (peerMs === 0) return undefined;
  const seconds = Math.max(1, Math.floor(peerMs / 2000));
  return [
    `set tcp_keepalives_idle = ${seconds}`,
    'set tcp_keepalives_interval = 1',
    `set tcp_keepalives_count = ${seconds}`,
    `set tcp_user_timeout = ${peerMs}`,
  ].join('; ');
}
