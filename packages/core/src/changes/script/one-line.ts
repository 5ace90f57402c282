/** The characters that some clients treat as the end of a line: line breaks of Unicode and control characters. */
const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Returns a text on one line, so that it cannot end a comment. */
export function oneLine(text: string): string {
  return text.replaceAll(BREAKS, ' ').trim();
}

/** Returns the lines of a text with any line breaks. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\v\f\r\u0085\p{Zl}\p{Zp}]/u);
}
