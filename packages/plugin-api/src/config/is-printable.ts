/** Control characters, and characters that change the appearance of a text (direction marks, invisible joiners). */
const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Returns whether a text is printable, for the names in a config: without control characters, line separators, lone
 * surrogates, and invisible characters that make two names look alike or change the order of a text.
 */
export function isPrintable(text: string): boolean {
  return !NOT_PRINTABLE.test(text);
}
