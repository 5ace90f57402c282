import type { LiteralValue } from '@portcullis/plugin-api';

/**
 * The escape sequences of characters in a literal. Source: Databricks SQL language reference, "STRING type", Literals.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\b': '\\b',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Quotes a value. A backslash is an escape inside quotes, and two quotes in a row are two adjacent strings in older
 * versions: both are escaped by a backslash. Text that clients interpret as a parameter (`{{x}}`, `${x}`) is split by
 * the code point of its brace.
 */
export function quoteLiteral(value: LiteralValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A minus sign before a number must not follow another one: `--` begins a comment.
  if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
  const escaped = value.replaceAll(/[\\'\b\n\r\t]/g, (character) => ESCAPES[character] ?? character);
  return `'${escaped.replaceAll(/(?<=[{$])\{/g, '\\u007B')}'`;
}
