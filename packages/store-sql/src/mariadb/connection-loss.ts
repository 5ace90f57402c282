import { numberOf } from './error-number.ts';

/**
 * Numbers of the errors with which the server ends a session: a shutdown, a connection that was aborted, killed or interrupted
 * by the network, and the end of an idle session. Source: "MariaDB Error Code Reference".
 */
const SESSION_ENDS: ReadonlySet<unknown> = new Set([1053, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 4031]);

/** The codes of `mysql2` and of the operating system for a lost connection. */
const CODES: ReadonlySet<unknown> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);

/** Returns whether an error means that the connection is lost, with its open transaction. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, fatal } = error as { readonly code?: unknown; readonly fatal?: unknown };
  // Statements on a connection that broke earlier have a fatal error without a code.
  return CODES.has(code) || SESSION_ENDS.has(numberOf(error)) || (fatal === true && code === undefined);
}
