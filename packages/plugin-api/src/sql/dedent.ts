/**
 * Takes the indentation of the surrounding code out of a template's own text, and blank first and last lines. Works on the
 * static strings alone: what is interpolated (names, values) is never changed.
 */
export function dedent(strings: readonly string[]): readonly string[] {
  const indents = strings.flatMap((text) =>
    [...text.matchAll(/\n([ \t]*)(?=[^ \t\n]|$)/g)].map((match) => match[1] ?? ''),
  );
  const closing = strings.at(-1)?.match(/\n[ \t]*$/) ? indents.slice(0, -1) : indents;
  const common = closing.length === 0 ? 0 : Math.min(...closing.map((indent) => indent.length));
  return strings.map((text, index) => {
    let result = text.replaceAll(new RegExp(`\\n[ \\t]{0,${common}}`, 'g'), '\n');
    if (index === 0) result = result.replace(/^[ \t]*\n/, '');
    if (index === strings.length - 1) result = result.replace(/\n[ \t]*$/, '');
    return result;
  });
}
