/** A name, in backticks or plain. Source: "Names", Identifiers. */
const PART = '(?:`(?:[^`]|``)+`|[A-Za-z_][A-Za-z0-9_]*)';
/** A path of one to three names. */
export const PATH = `(${PART}(?:\\.${PART}){0,2})`;
/** A principal. Source: "Principal". */
export const PRINCIPAL = `(${PART})`;
/** A literal. Source: "STRING type", Literals. */
export const TEXT = "('(?:[^'\\\\]|\\\\[\\s\\S])*')";

/** Returns the name of an identifier. */
export function name(identifier: string | undefined): string {
  const text = identifier ?? '';
  return text.startsWith('`') ? text.slice(1, -1).replaceAll('``', '`') : text;
}

/** The names that a path consists of, in lower case. Source: "Names": names of objects are stored in lower case. */
export function names(path: string | undefined): readonly string[] {
  return [...(path ?? '').matchAll(new RegExp(PART, 'g'))].map(([part]) => name(part).toLowerCase());
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\x1a' };

/** Returns the text of a literal. */
export function text(literal: string | undefined): string {
  return (literal ?? '')
    .slice(1, -1)
    .replaceAll(/\\u([0-9a-f]{4})|\\([\s\S])/gi, (_whole, code: string | undefined, letter: string | undefined) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter ?? ''] ?? letter ?? ''),
    );
}

/**
 * True when a name matches a pattern of SHOW ... LIKE. Source: "SHOW CATALOGS": `*` is wild, `|` separates patterns, case
 * does not count.
 */
export function isLike(value: string, pattern: string): boolean {
  return pattern.split('|').some((each) =>
    new RegExp(
      `^${each
        .trim()
        .split('*')
        .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
        .join('.*')}$`,
      'is',
    ).test(value),
  );
}

/** Rejects an invalid name of an object. Source: "Names", Limitations in Unity Catalog. */
export function isObjectName(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the page rules out.
  return value.length > 0 && value.length <= 255 && !/[.\s/\x00-\x1f\x7f]/.test(value);
}
