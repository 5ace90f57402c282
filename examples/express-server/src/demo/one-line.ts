const WIDTH = 100;

/** A statement on one line, cut where it gets too long to read. */
export function oneLine(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ').trim();
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 3)}...`;
}
