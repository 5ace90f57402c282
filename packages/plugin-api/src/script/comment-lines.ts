/**
 * Writes text as `--` comment, every line of it: what a {@link Dialect} gives as `comment` where the language has this form. Such a
 * comment ends at a line feed or a carriage return.
 */
export function commentLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `-- ${line}`.trimEnd())
    .join('\n');
}
