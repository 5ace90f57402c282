import assert from 'node:assert/strict';
import type { Dialect } from '@portcullis/plugin-api';
import { STRAY_WORD } from './hostile-names.ts';

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '[': ']' };

/**
 * Asserts that a dialect closes the quotes that it opens, for a name and for a value. Whether a backslash is an escape
 * character depends on the platform; the result of quoting a single backslash shows it.
 */
export function assertQuoted(dialect: Dialect, text: string): void {
  const quotes = [
    ['quoteIdentifier', (each: string) => dialect.quoteIdentifier([each])],
    ['quoteLiteral', (each: string) => dialect.quoteLiteral(each)],
  ] as const;
  for (const [name, quote] of quotes) {
    const quoted = quote(text);
    const outside = outsideQuotes(quoted, quote('\\').includes('\\\\'));
    const result = `${name}(${JSON.stringify(text)}) gives ${quoted}`;
    assert.notEqual(outside, undefined, `${result}, whose quotes are not closed.`);
    assert.ok(!outside?.includes(STRAY_WORD) && !outside?.includes(';'), `${result}, with text outside of its quotes.`);
  }
}

/** Returns the text outside of quotes; undefined if a quote is not closed. */
function outsideQuotes(text: string, backslashEscapes: boolean): string | undefined {
  let outside = '';
  let closing: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (closing === undefined) {
      closing = CLOSING[letter];
      if (closing === undefined) outside += letter;
    } else if (backslashEscapes && letter === '\\') at += 1;
    else if (letter === closing && text.charAt(at + 1) === closing) at += 1;
    else if (letter === closing) closing = undefined;
  }
  return closing === undefined ? outside : undefined;
}

/** Returns the quoted forms of a name: as identifier, as value, and as a statement inside a value. */
export function quotedForms(dialect: Dialect, text: string): readonly string[] {
  const identifier = inner(dialect.quoteIdentifier([text]));
  const literal = inner(dialect.quoteLiteral(text));
  const nested = [identifier, literal].map((each) => inner(dialect.quoteLiteral(each)));
  return [...new Set([...nested, identifier, literal])].sort((a, b) => b.length - a.length);
}

function inner(quoted: string): string {
  return /^[^'"`[]*['"`[](.*)['"`\]]$/s.exec(quoted)?.[1] ?? quoted;
}
