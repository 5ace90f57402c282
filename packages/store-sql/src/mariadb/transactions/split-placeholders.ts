/** Quoted names and texts, in which a question mark has no meaning, or a placeholder. */
const TOKENS = /`(?:[^`]|``)*`|'(?:[^'\\]|''|\\.)*'|(\?)/gs;

/** Returns the texts before, between and behind the placeholders of a statement. */
export function splitPlaceholders(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match[1] === undefined) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + 1;
  }
  return [...parts, text.slice(from)];
}
