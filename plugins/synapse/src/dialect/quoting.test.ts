import { canonicalText, ident, sql } from '@portcullis/plugin-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOwnBatch } from './in-own-batch.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';
import { QUOTING } from './quoting.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    "'",
    '"',
    ']',
    '[',
    '\\',
    ';',
    '-',
    '/',
    '*',
    '$',
    '(',
    ')',
    '\n',
    '\r',
    'GO',
    ' ',
    'a',
    'ü',
    '😀',
  ),
});

/** Parses joined literals as described in "Constants" and "Backslash (line continuation)". */
function read(quoted: string): string {
  const literals = /^N'(?:[^']|'')*'(?: \+ N'(?:[^']|'')*')*$/.test(quoted)
    ? quoted.match(/N'(?:[^']|'')*'/g)
    : undefined;
  if (!literals) throw new Error(`Not a sequence of literals: ${quoted}`);
  return literals
    .map((literal) =>
      literal
        .slice(2, -1)
        .replaceAll(/\\(\r\n|\n|\r)/g, '')
        .replaceAll("''", "'"),
    )
    .join('');
}

/** Parses a name as described in "QUOTENAME". */
function readName(quoted: string): string {
  if (!/^\[(?:[^\]]|\]\])*\]$/.test(quoted)) throw new Error(`Not a name: ${quoted}`);
  return quoted.slice(1, -1).replaceAll(']]', ']');
}

describe('quoting', () => {
  it('preserves every value', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(read(quoteLiteral(value))).toBe(value);
      }),
    );
  });

  it('preserves every name', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        expect(readName(quoteIdentifier([name]))).toBe(name);
      }),
    );
  });

  it('contains no batch separator of a client, and no variable of sqlcmd', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const quoted = quoteLiteral(value);
        expect(quoted.split(/[\r\n]/).filter((line) => /^\s*go\b/i.test(line))).toEqual([]);
        expect(quoted).not.toContain('$(');
      }),
    );
  });

  it('preserves the statement for EXEC', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        fc.pre(name !== '');
        const statement = sql`CREATE SCHEMA ${ident(name)} AUTHORIZATION [dbo]`;
        const [, quoted = ''] = /^EXEC \((.*)\)$/s.exec(canonicalText(inOwnBatch(statement), QUOTING)) ?? [];
        expect(read(quoted)).toBe(canonicalText(statement, QUOTING));
      }),
    );
  });

  it('writes other values in the syntax of the platform', () => {
    expect([null, true, false, 7, -7, 12n].map(quoteLiteral)).toEqual(['NULL', '1', '0', '7', '(-7)', '12']);
  });
});
