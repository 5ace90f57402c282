import { StoreError } from '@portcullis/core/ports';
import { isPool, type PostgresStoreOptions } from './postgres-store-options.ts';

/** Limits by which the server frees what a process holds that is frozen or cut off, in milliseconds; 0 for no limit. */
export interface SessionLimits {
  /** Milliseconds that an open transaction may wait for its process. */
  readonly idleTransactionMs: number;
  /** Milliseconds that a transaction waits for a row before it is run again. */
  readonly lockMs: number;
  /** Milliseconds that the other end of a connection may be silent. */
  readonly peerMs: number;
}

const DEFAULTS = { idleTransactionMs: 3000, lockMs: 4000, peerMs: 4000 };

/** The largest number of milliseconds that the settings of the server take. */
const MAX_MS = 2_147_483_647;

/**
 * Reads the limits of a store. Connections of a pool of the host's own keep their TCP settings unless told otherwise: the host uses them too.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for anything but whole milliseconds.
 */
export function readSessionLimits(options: PostgresStoreOptions): SessionLimits {
  const isHostsPool = options.pool !== undefined && isPool(options.pool);
  return {
    idleTransactionMs: checked(
      'idleTransactionTimeoutMs',
      options.idleTransactionTimeoutMs,
      DEFAULTS.idleTransactionMs,
    ),
    lockMs: checked('lockTimeoutMs', options.lockTimeoutMs, DEFAULTS.lockMs),
    peerMs: checked('peerTimeoutMs', options.peerTimeoutMs, isHostsPool ? 0 : DEFAULTS.peerMs),
  };
}

/**
 * Returns the statements with which the server gives up a connection whose other end is silent, or undefined where there is no limit. Not
 * as start-up parameters: poolers refuse those that they do not know.
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

function checked(name: string, given: number | undefined, standard: number): number {
  if (given === undefined) return standard;
  if (Number.isInteger(given) && given >= 0 && given <= MAX_MS) return given;
  throw new StoreError('STORE_INPUT_INVALID', `${name} takes whole milliseconds from 0 to ${MAX_MS}, not ${given}.`);
}
