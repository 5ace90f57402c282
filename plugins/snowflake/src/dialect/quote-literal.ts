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
 * The characters that are written as code points: the second of two dollar signs, because `$$` would end the block that
 * guards a statement, and the beginnings of `<% x %>`, `{# x #}` and `&x`, which the Snowflake CLI replaces also inside
 * quotes.
 */
const CODED = /\$(?=\$)|<(?=%)|\{(?=#)|&/g;

/** Quotes a value. A backslash is an escape inside quotes, so both it and the quote are doubled. */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
  const escaped = value.replaceAll(/[\\'\b\f\n\r\t]/g, (character) => ESCAPES[character] ?? character);
  return `'${escaped.replaceAll(CODED, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}'`;
}
