import type { LiteralValue } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';

/**
 * Quotes a value.
 *
 * On Amazon Redshift a backslash is an escape inside quotes, so both it and the quote are doubled ("CREATE USER",
 * "QUOTE_LITERAL function"). On PostgreSQL this depends on the setting `standard_conforming_strings`; a text with
 * backslashes is written as `E'…'` there, which means the same in both cases.
 */
export function literalQuoter(engine: Engine): (value: LiteralValue) => string {
  const quoteText = engine === 'redshift' ? escapeAll : escapeMarked;
  return (value) => {
    if (value === null) return 'NULL';
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
    // A minus sign before a number must not follow another one: `--` begins a comment.
    if (typeof value !== 'string') return value < 0 ? `(${value})` : String(value);
    return quoteText(value);
  };
}

function escapeAll(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function escapeMarked(text: string): string {
  return text.includes('\\') ? `E${escapeAll(text)}` : escapeAll(text);
}
