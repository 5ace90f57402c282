import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf, readIdentifier, writeIdentifier } from '../names/identifier.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';

/** Parses a literal as described in "String & binary data types". */
function read(literal: string): string {
  const inner = /^'((?:[^'\\]|''|\\[\s\S])*)'$/.exec(literal)?.[1];
  if (inner === undefined) throw new Error(`Not one literal: ${literal}`);
  const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
  return inner.replaceAll(/''|\\u([0-9a-f]{4})|\\([\s\S])/g, (whole, code?: string, letter?: string) =>
    whole === "''"
      ? "'"
      : code
        ? String.fromCharCode(Number.parseInt(code, 16))
        : (escapes[letter ?? ''] ?? letter ?? ''),
  );
}

const hostile = fc.string({ unit: fc.constantFrom(...`'"\\;-/*$&<%#\n\t{}aü😀`) });

describe('quoting', () => {
  it('preserves every value, in one literal without "$$" and without templates of the Snowflake CLI', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(read(quoteLiteral(value))).toBe(value);
        expect(quoteLiteral(value)).not.toMatch(/\$\$|<%|\{#|&/);
      }),
    );
  });

  it('preserves every name, in one identifier', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const quoted = quoteIdentifier([name]);
        expect(quoted).toMatch(/^"(?:[^"]|"")*"$/);
        expect(quoted.slice(1, -1).replaceAll('""', '"')).toBe(name);
      }),
    );
  });

  it('round-trips identifiers, so that a stored config keeps its name', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const name = readIdentifier(text);
        fc.pre(name !== undefined && name !== '');
        expect(nameOf(writeIdentifier(name as string))).toBe(name);
      }),
    );
    expect(['gov', 'GOV', '"gov"', 'my-wh'].map(readIdentifier)).toEqual(['GOV', 'GOV', 'gov', 'my-wh']);
  });
});
