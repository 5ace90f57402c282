/** The characters that some clients treat as the end of a line: Unicode's line breaks and control characters. */
const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text on one line, so that nothing in it can end a comment. */
export function oneLine(text: string): string {
  return text.replaceAll(BREAKS, ' ').trim();
}

/** The lines of a text, however they end. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\v\f\r\u0085\p{Zl}\p{Zp}]/u);
}
