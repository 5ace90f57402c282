import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';

/** Texts with special characters of quoting, among others. */
const hostile = fc.string({
  unit: fc.constantFrom(
    '`',
    "'",
    '"',
    '\\',
    '\n',
    '\r',
    '\t',
    '\b',
    ';',
    '--',
    '/*',
    '*/',
    '{',
    '$',
    '}',
    ':',
    'a',
    'ü',
    '数',
    '😀',
  ),
  maxLength: 40,
});

/** Parses a literal like the platform: escapes by backslash, and code points by \u. Source: "STRING type", Literals. */
function readLiteral(text: string): string | undefined {
  const inner = /^'((?:[^'\\]|\\[\s\S])*)'$/.exec(text)?.[1];
  const known: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b' };
  return inner?.replaceAll(/\\u([0-9A-F]{4})|\\([\s\S])/g, (_all, code?: string, letter = '') =>
    code === undefined ? (known[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function readIdentifier(text: string): string | undefined {
  return /^`((?:[^`]|``)*)`$/.exec(text)?.[1]?.replaceAll('``', '`');
}

describe('a literal', () => {
  it('reads back as the original text, with any characters', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(readLiteral(quoteLiteral(value))).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  it('contains no parameter marker of a client, and no line break', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(quoteLiteral(value)).not.toMatch(/\{\{|\$\{|\n|\r/);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [null, 'NULL'],
    [true, 'TRUE'],
    [7, '7'],
    [-7, '(-7)'],
    ["O'Neil", "'O\\'Neil'"],
    ['{{x}} $\u007By}', "'{\\u007Bx}} $\\u007By}'"],
  ])('of %j is %s', (value, quoted) => expect(quoteLiteral(value)).toBe(quoted));
});

describe('an identifier', () => {
  it('reads back as the original text, with any characters', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        expect(readIdentifier(quoteIdentifier([name]))).toBe(name);
      }),
      {
        numRuns: 500,
      },
    );
  });

  it('is quoted part by part', () => expect(quoteIdentifier(['a`b', 'c.d'])).toBe('`a``b`.`c.d`'));
});
