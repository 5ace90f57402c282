/**
 * Writes every line of a text as a `--` comment: the `comment` of a {@link Dialect} for languages with this form. Such
 * a comment ends at a line feed or a carriage return.
 */
export function commentLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `-- ${line}`.trimEnd())
    .join('\n');
}
