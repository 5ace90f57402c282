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
 * The characters that are written as code points. The second of two dollar signs is such a character, because `$$` would end the block that
 * guards a statement. The others begin `<% x %>`, `{# x #}` and `&x`: the Snowflake CLI replaces these also inside quotes.
 */
const UNICODE_ESCAPED = /\$(?=\$)|<(?=%)|\{(?=#)|&/g;

/** Quotes a value. A backslash is an escape inside quotes, so both it and the quote are doubled. */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
  const escaped = value.replaceAll(/[\\'\b\f\n\r\t]/g, (character) => ESCAPES[character] ?? character);
  return `'${escaped.replaceAll(UNICODE_ESCAPED, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}'`;
}
