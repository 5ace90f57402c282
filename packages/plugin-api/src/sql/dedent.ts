/**
 * Removes the indentation of the surrounding code from a template's own text. It changes only the static strings,
 * never interpolations (names, values). The indentation is the common prefix of all lines except the first; blank
 * lines are ignored. Tabs and spaces count as one each. A template that begins with a line break is a block: that
 * break, and a blank last line with the closing quote, are also removed.
 */
export function dedent(strings: readonly string[]): readonly string[] {
  const isBlock = OPENING_LINE.test(strings[0] ?? '');
  const last = strings.length - 1;
  const open = strings.map((text, index) => (isBlock && index === last ? text.replace(CLOSING_LINE, '') : text));
  // An interpolation at the start of a line counts as text of that line: `$` represents it.
  const indents = open.flatMap((text) => [...text.matchAll(/\n([ \t]*)(?=[^ \t\n]|$)/g)].map(indentOf));
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  const indentation = new RegExp(`\\n[ \\t]{0,${common}}`, 'g');
  const shifted = open.map((text) => text.replaceAll(indentation, '\n'));
  return isBlock ? shifted.map((text, index) => (index === 0 ? text.replace(OPENING_LINE, '') : text)) : shifted;
}

const OPENING_LINE = /^[ \t]*\n/;
const CLOSING_LINE = /\n[ \t]*$/;

function indentOf(match: RegExpMatchArray): number {
  return match[1]?.length ?? 0;
}
