/** The comments around a generated part of a page. */
export type Markers = readonly [begin: string, end: string];

/**
 * Returns the generated part of a page.
 *
 * @throws Error if the page has no such markers.
 */
export function generatedPart(page: string, [begin, end]: Markers): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no place between ${begin} and ${end}.`);
  return page.slice(from + begin.length, to);
}

/**
 * Returns a page with another generated part.
 *
 * @throws Error if the page has no such markers.
 */
export function withGeneratedPart(page: string, markers: Markers, text: string): string {
  const [begin, end] = markers;
  return page.replace(`${begin}${generatedPart(page, markers)}${end}`, () => `${begin}\n\n${text}\n\n${end}`);
}

/** Returns the cells of a table in Markdown: those of its header, then those of each row. */
export function tableCells(text: string): readonly (readonly string[])[] {
  const [head, , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
  return head ? [head, ...rows] : [];
}
