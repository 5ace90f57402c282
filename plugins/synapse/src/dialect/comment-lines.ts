/** Writes text as comment, every line of it. A comment ends at a line feed or a carriage return. */
export function commentLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `-- ${line}`.trimEnd())
    .join('\n');
}
