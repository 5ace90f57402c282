/** A line of a guard in a script, or a statement that may run over several. */
export interface ScriptLine {
  readonly depth: number;
  readonly text: string;
}

/** Lines at the outermost depth. */
export function scriptLines(...texts: readonly string[]): readonly ScriptLine[] {
  return texts.map((text) => ({ depth: 0, text }));
}

/** The same lines, one step further in. */
export function indented(block: readonly ScriptLine[]): readonly ScriptLine[] {
  return block.map(({ depth, text }) => ({ depth: depth + 1, text }));
}

/** Writes lines. Only the first line of a text is indented: the rest of a statement is exactly unchanged. */
export function scriptText(block: readonly ScriptLine[]): string {
  return block.map(({ depth, text }) => (text === '' ? '' : `${'  '.repeat(depth)}${text}`)).join('\n');
}
