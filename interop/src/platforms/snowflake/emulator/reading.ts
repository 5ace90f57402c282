/** A quoted identifier. The plugin quotes all names of a config. */
export const NAME = '("(?:[^"]|"")+")';
/** A literal in single quotes. */
export const TEXT = "('(?:[^'\\\\]|''|\\\\.)*')";

/** Returns the name of a quoted identifier. Source: "Identifier requirements", Double-quoted identifiers. */
export function name(identifier: string | undefined): string {
  return (identifier ?? '').slice(1, -1).replaceAll('""', '"');
}

/** A qualified name as in lists of grants: quoted only if required. Source: "SHOW GRANTS". */
export function shown(...path: readonly string[]): string {
  return path.map((part) => (/^[A-Z_][A-Z0-9_$]*$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`)).join('.');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Returns the text of a literal. Source: "String & binary data types", Escape sequences. */
export function text(literal: string | undefined): string {
  return (literal ?? '')
    .slice(1, -1)
    .replaceAll(/''|\\u([0-9a-f]{4})|\\(.)/gis, (whole, code: string | undefined, letter: string | undefined) =>
      whole === "''"
        ? "'"
        : code
          ? String.fromCharCode(Number.parseInt(code, 16))
          : (ESCAPES[letter ?? ''] ?? letter ?? ''),
    );
}

/** True when a name matches a pattern of SHOW ... LIKE. Source: "SHOW ROLES": case-insensitive, `%` and `_` are wild. */
export function isLike(value: string, pattern: string): boolean {
  const expression = [...pattern].map((letter) =>
    letter === '%' ? '.*' : letter === '_' ? '.' : letter.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
  );
  return new RegExp(`^${expression.join('')}$`, 'is').test(value);
}
