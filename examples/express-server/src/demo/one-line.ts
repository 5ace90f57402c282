const WIDTH = 100;

/** Returns a statement on one line, shortened to a readable length. */
export function oneLine(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ').trim();
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 3)}...`;
}
