/**
 * Writes every line of a text as a comment: the `comment` of a {@link Dialect} for languages whose comments end at a
 * line feed or a carriage return.
 *
 * @param marker - the start of a comment, such as `#`.
 */
export function commentLines(text: string, marker = '--'): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `${marker} ${line}`.trimEnd())
    .join('\n');
}
