/** A statement between its placeholders. */
export interface SplitStatement {
  /** The texts before, between and behind the placeholders. */
  readonly parts: readonly string[];
  /** The value of each placeholder, one fewer than the parts. */
  readonly values: readonly (string | null)[];
}

/** Quoted names and texts, in which a dollar sign has no meaning, or a placeholder. */
const TOKENS = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)/g;

/** Splits a statement at `$1` to `$n`, for libraries with another form of placeholders. */
export function splitPlaceholders(text: string, parameters: readonly (string | null)[]): SplitStatement {
  const parts: string[] = [];
  const values: (string | null)[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match[1] === undefined) continue;
    parts.push(text.slice(from, match.index));
    values.push(parameters[Number(match[1]) - 1] ?? null);
    from = match.index + match[0].length;
  }
  return { parts: [...parts, text.slice(from)], values };
}
