import type { LiteralValue } from '@portcullis/plugin-api';

/**
 * The escape sequences of characters in a literal. Source: "String & binary data types", Escape sequences in
 * single-quoted strings.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "''",
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Quotes a value. A backslash is an escape inside quotes, so both it and the quote are doubled. The second of two
 * dollar signs is written as its code point, because `$$` would end the block that guards a statement.
 */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
  const escaped = value.replaceAll(/[\\'\b\f\n\r\t]/g, (character) => ESCAPES[character] ?? character);
  return `'${escaped.replaceAll(/\$(?=\$)/g, '\\u0024')}'`;
}
