/** Gives each statement a name under which servers keep it; undefined for what comes once there are too many. */
export type StatementNames = (text: string) => string | undefined;

/** Each connection keeps every statement that it has met. Shapes come from the code, not from data: far fewer than this. */
const LIMIT = 1_000;

/** Makes names for the statements of one store. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= LIMIT) return known;
    const name = `portcullis_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
