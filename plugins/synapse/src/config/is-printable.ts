/** Returns whether a text has neither control characters nor characters that change its appearance, such as direction marks. */
export function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}
