/** `// @if password`, or `<!-- @if password -->` in Markdown, on a line of its own. */
const BEGIN = /^\s*(?:\/\/|<!--) @if ([\w-]+(?: [\w-]+)*)(?: -->)?$/;
const END = /^\s*(?:\/\/|<!--) @end(?: -->)?$/;

/**
 * Keeps what belongs to one of the chosen things: lines between `// @if a b` and `// @end` stay where `a` or `b` is chosen. The
 * marks themselves go. Regions do not nest.
 *
 * @throws Error when the marks of a template do not fit together.
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
      if (!open) throw new Error('A region ends that has not begun.');
      open = undefined;
    } else if (!open || open.some((each) => chosen.includes(each))) kept.push(line);
  }
  if (open) throw new Error(`A region does not end: ${open.join(' ')}`);
  return kept.join('\n');
}
