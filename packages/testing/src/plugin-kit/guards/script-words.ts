/** A word of a script section: a token of its language, or one of the texts that the core passed to the dialect. */
export interface ScriptWord {
  readonly text: string;
  /** The number of the known text at this position; undefined for words of the section itself. */
  readonly known?: number;
}

/** Marks the place of a known text; no statement may contain it. */
const MARK = '\u0001';
const PLACE = new RegExp(`${MARK}(\\d+)${MARK}`);
/** The output of a query in a shell. Its quotes must not count as the start of a string. */
const PRINTED = new RegExp(`"(\\$\\(${MARK}\\d+${MARK}\\))"`, 'g');
const WORDS = new RegExp(
  [
    `${MARK}\\d+${MARK}`,
    `'(?:[^']|'')*'`,
    `"[^"${MARK}]*"`,
    String.raw`\$\w*\$`,
    String.raw`[A-Za-z_][\w.]*`,
    String.raw`:=|<>|!=|<=|>=|&&|\|\|`,
    String.raw`-[zn]\b`,
    String.raw`\d+`,
    String.raw`\S`,
  ].join('|'),
  'g',
);

/**
 * Splits a section into words. Each query and each statement is one word; comments are omitted.
 *
 * @param known - the texts of the queries and statements; equal texts have one number, that of the first.
 * @param commentMark - the text that begins a comment, up to the end of its line.
 */
export function scriptWords(text: string, known: readonly string[], commentMark: string): readonly ScriptWord[] {
  const longestFirst = known
    .map((each, number) => ({ each, number: known.indexOf(each) === number ? number : -1 }))
    .filter(({ each, number }) => each !== '' && number >= 0)
    .sort((a, b) => b.each.length - a.each.length);
  let marked = text;
  for (const { each, number } of longestFirst) marked = marked.replaceAll(each, () => `${MARK}${number}${MARK}`);
  const lines = marked
    .replaceAll(PRINTED, '$1')
    .split('\n')
    .map((line) => withoutComment(line, commentMark));
  // In a shell, the end of a line ends a statement.
  const isShell = lines.some((line) => /^\s*fi\b/.test(line));
  return [...lines.join(isShell ? ' ;\n' : '\n').matchAll(WORDS)].map(([word]) => {
    const number = PLACE.exec(word)?.[1];
    return number === undefined ? { text: word } : { text: word, known: Number(number) };
  });
}

function withoutComment(line: string, commentMark: string): string {
  const trimmed = line.trimStart();
  return commentMark !== '' && trimmed.startsWith(commentMark) ? '' : line;
}
