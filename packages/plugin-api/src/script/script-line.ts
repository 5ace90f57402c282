/** A line of a guard in a script, or a statement of one or more lines. */
export interface ScriptLine {
  readonly depth: number;
  readonly text: string;
}

/** Returns lines without indentation. */
export function scriptLines(...texts: readonly string[]): readonly ScriptLine[] {
  return texts.map((text) => ({ depth: 0, text }));
}

/** Returns the lines, indented by one level. */
export function indented(block: readonly ScriptLine[]): readonly ScriptLine[] {
  return block.map(({ depth, text }) => ({ depth: depth + 1, text }));
}

/** Writes lines. Only the first line of a statement is indented: the other lines stay unchanged. */
export function scriptText(block: readonly ScriptLine[]): string {
  return block.map(({ depth, text }) => (text === '' ? '' : `${'  '.repeat(depth)}${text}`)).join('\n');
}
