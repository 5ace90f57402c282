import { createHash } from 'node:crypto';

/** Returns the name of a prepared statement; undefined once there are too many. */
export interface StatementNames {
  of(text: string): string | undefined;
  /** Ends the use of names, after an error of a pooler that does not support them. The first call warns the host. */
  stop(): void;
}

/** `invalid_sql_statement_name`, `duplicate_prepared_statement` */
const UNSUPPORTED: ReadonlySet<unknown> = new Set(['26000', '42P05']);

/** Returns whether a statement failed because its transaction ran on another session than the one in which it was prepared. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSUPPORTED.has(error.code);
}

/**
 * Maximum number of names, since each connection keeps every prepared statement. Shapes depend on the code, not on
 * data, so there are far fewer.
 */
const LIMIT = 1_000;

const WARNING =
  'The pooler of the PostgreSQL store does not support prepared statements, so the store prepares no more: set its option preparedStatements to false.';

/**
 * Creates names for the statements of a store. A name identifies the text of its statement: behind a pooler without
 * support for prepared statements, one process could otherwise get the statement of another process under the same
 * name.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let isStopped = false;
  return {
    of(text) {
      if (isStopped) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= LIMIT) return known;
      const name = `portcullis_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
      names.set(text, name);
      return name;
    },
    stop() {
      if (!isStopped) process.emitWarning(WARNING);
      isStopped = true;
    },
  };
}
