/** The classes of ECMAScript that other engines extend to all of Unicode, as ranges. */
const RANGES: Readonly<Record<string, string>> = { '\\d': '0-9', '\\w': '0-9A-Z_a-z' };

/**
 * Returns a regular expression of JSON Schema with ranges in place of `\d` and `\w`. Source: JSON Schema 2020-12 core, section 6.4
 * (patterns are those of ECMA-262); Python, .NET and Rust match digits and letters of every script instead.
 */
export function portablePattern(pattern: string): string {
  let inClass = false;
  return pattern.replaceAll(/\\[\s\S]|[[\]]/g, (token) => {
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    const range = RANGES[token];
    if (range === undefined) return token;
    return inClass ? range : `[${range}]`;
  });
}
