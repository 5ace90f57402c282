/** A line of a procedure, or a statement that may run over several. */
export interface Line {
  readonly depth: number;
  readonly text: string;
}

/** Lines at the outermost depth. */
export function lines(...texts: readonly string[]): readonly Line[] {
  return texts.map((text) => ({ depth: 0, text }));
}

/** The same lines, one step further in. */
export function inside(block: readonly Line[]): readonly Line[] {
  return block.map(({ depth, text }) => ({ depth: depth + 1, text }));
}

/** Writes lines. Only the beginning of a text is moved in: the rest of a statement stays as it is, to the letter. */
export function textOf(block: readonly Line[]): string {
  return block.map(({ depth, text }) => (text === '' ? '' : `${'  '.repeat(depth)}${text}`)).join('\n');
}
