import type { Statement } from '../operations/statement-cache.ts';

/** Kinds of statements that can wait for a locked row. */
const CHANGES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/**
 * Returns the text of a statement that waits for locked rows for a limited time. The server counts the waits for locks in
 * whole seconds. For less, the whole statement is limited: it takes far less without a wait.
 */
export function limited({ sql, query }: Statement, lockTimeoutMs: number | undefined): string {
  const canWait = CHANGES.has(query.kind) || sql.includes(' for update');
  if (lockTimeoutMs === undefined || !canWait) return sql;
  return `set statement ${limitOf(lockTimeoutMs)} for ${sql}`;
}

function limitOf(milliseconds: number): string {
  if (milliseconds >= 1000) return `innodb_lock_wait_timeout = ${Math.round(milliseconds / 1000)}`;
  // Zero would mean no limit.
  return `max_statement_time = ${Math.max(1, Math.ceil(milliseconds)) / 1000}`;
}
