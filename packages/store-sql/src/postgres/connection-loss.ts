/**
 * SQLSTATE codes with which the server ends a session: class 08, the shutdown codes of class 57, and the two timeouts of sessions.
 * Source: PostgreSQL manual, "PostgreSQL Error Codes".
 */
const SESSION_ENDS = /^(08...|57P0[1-5]|25P0[34])$/;

/** The operating system's codes for a lost connection. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);

/** The messages of `pg`'s errors for a lost connection that have no code. */
const DRIVER_TEXTS = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * `idle_in_transaction_session_timeout`: the server has rolled the transaction back and ignores all later statements.
 */
const IDLE_IN_TRANSACTION = '25P03';

/** Returns whether an error of the server is its last message on a connection. */
export function endsSession(error: unknown): error is Error & { readonly severity: string } {
  return error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/** Returns whether an error means that the connection is lost, with its open transaction. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (endsSession(error)) return true;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string') return SESSION_ENDS.test(code) || SYSTEM_CODES.has(code);
  return DRIVER_TEXTS.test(error.message);
}

/** Returns whether the server ended the transaction because its process was idle for too long. */
export function isIdleTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === IDLE_IN_TRANSACTION;
}

/** `read_only_sql_transaction`: the server is a standby. */
const READ_ONLY = '25006';

/**
 * Returns whether a server refused a write because it is a standby. After a failover, a connection to the former primary server would
 * otherwise stay in use as long as there is work.
 */
export function isStandby(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY;
}
