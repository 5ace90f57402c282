import { createHash } from 'node:crypto';

/** Gives each statement a name under which servers keep it; undefined for what comes once there are too many. */
export type StatementNames = (text: string) => string | undefined;

/** Each connection keeps every statement that it has met. Shapes come from the code, not from data: far fewer than this. */
const LIMIT = 1_000;

/**
 * Makes names for the statements of a store. A name says what its statement is: through a pooler that does not know of prepared
 * statements, one process could otherwise be given what another one has prepared under the same name.
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
