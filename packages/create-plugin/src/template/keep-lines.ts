/** The start of a region: `// @if password`, or `<!-- @if password -->` in Markdown, on a separate line. */
const BEGIN = /^\s*(?:\/\/|<!--) @if ([\w-]+(?: [\w-]+)*)(?: -->)?$/;
const END = /^\s*(?:\/\/|<!--) @end(?: -->)?$/;

/**
 * Keeps the lines of the chosen parts: lines between `// @if a b` and `// @end` are kept if `a` or `b` is chosen. The
 * marks themselves are removed. Regions do not nest.
 *
 * @throws Error if the marks of a template do not match.
 */
export function keepLines(text: string, chosen: readonly string[]): string {
  const kept: string[] = [];
  let open: readonly string[] | undefined;
  for (const line of text.split('\n')) {
    const begin = BEGIN.exec(line)?.[1]?.split(' ');
    if (begin) {
      if (open) throw new Error(`A region is inside another one: ${line}`);
      open = begin;
    } else if (END.test(line)) {
      if (!open) throw new Error('A region that has not begun ends.');
      open = undefined;
    } else if (!open || open.some((each) => chosen.includes(each))) kept.push(line);
  }
  if (open) throw new Error(`A region does not end: ${open.join(' ')}`);
  return kept.join('\n');
}
