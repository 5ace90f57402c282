import { createHash } from 'node:crypto';

/** Returns the name of a prepared statement; undefined once there are too many. */
export type StatementNames = (text: string) => string | undefined;

/**
 * Maximum number of names, since each connection keeps every prepared statement. Shapes depend on the code, not on
 * data, so there are far fewer.
 */
const LIMIT = 1_000;

/**
 * Creates names for the statements of a store. A name identifies the text of its statement: behind a pooler without
 * support for prepared statements, one process could otherwise get the statement of another process under the same
 * name.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= LIMIT) return known;
    const name = `portcullis_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}
