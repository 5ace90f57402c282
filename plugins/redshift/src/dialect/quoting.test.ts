import { commentLines, literal } from '@portcullis/plugin-api';
import fc from 'fast-check';
import { parse, scan } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { quoteIdentifier } from './quote-identifier.ts';
import { literalQuoter } from './quote-literal.ts';
import { unusedWord } from './unused-word.ts';

/** Ordinary texts, mixed with texts that break naive quoting. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '\n',
        '\r',
        ';',
        '--',
        '/*',
        '*/',
        '$$',
        '$guard$',
        "\\'",
        "E'",
        'U&"',
        '{{x}}',
        '\u202e',
        '数',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''))
  .filter((text) => text !== '' && !/\p{Surrogate}/u.test(text));

interface Target {
  readonly val?: {
    readonly A_Const?: { readonly sval?: { readonly sval?: string } };
    readonly ColumnRef?: { readonly fields?: readonly { readonly String?: { readonly sval?: string } }[] };
  };
}

interface Selection {
  readonly SelectStmt: { readonly targetList: readonly { readonly ResTarget: Target }[] };
}

/** Parses the only expression of a SELECT with PostgreSQL's parser; fails if there is more than one. */
async function selected(expression: string): Promise<Target['val']> {
  const { stmts } = await parse(`SELECT ${expression}`);
  expect(stmts).toHaveLength(1);
  const targets = ((stmts?.[0]?.stmt ?? {}) as Selection).SelectStmt.targetList;
  expect(targets).toHaveLength(1);
  return targets[0]?.ResTarget.val;
}

describe('quoting', () => {
  it('preserves every value, on PostgreSQL', async () => {
    const quote = literalQuoter('postgresql');
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect((await selected(quote(text)))?.A_Const?.sval?.sval).toBe(text);
      }),
    );
  });

  it('preserves every name', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (name) => {
        // The parser truncates names, like the server.
        fc.pre(Buffer.byteLength(name) <= 63);
        const fields = (await selected(quoteIdentifier(['schema', name])))?.ColumnRef?.fields ?? [];
        expect(fields.map((field) => field.String?.sval)).toEqual(['schema', name]);
      }),
    );
  });

  it('doubles quotes and backslashes on Amazon Redshift', () => {
    expect(literalQuoter('redshift')("a\\'; DROP --")).toBe("'a\\\\''; DROP --'");
  });

  it.each(['redshift', 'postgresql'] as const)('writes other values as literals of the language, on %s', (engine) => {
    const quote = literalQuoter(engine);
    expect([null, true, false, 12, -3, 10n, -5n].map(quote)).toEqual([
      'NULL',
      'TRUE',
      'FALSE',
      '12',
      '(-3)',
      '10',
      '(-5)',
    ]);
    expect(() => literal(Number.NaN)).toThrow();
  });
});

it('keeps every part of a comment inside it', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { tokens } = await scan(`${commentLines(text)}\nSELECT`);
      expect(tokens.filter((token) => !token.tokenName.includes('COMMENT')).map((token) => token.text)).toEqual([
        'SELECT',
      ]);
    }),
  );
});

it('finds a word that does not occur in any case', () => {
  expect(unusedWord('nothing special', 'guard')).toBe('guard');
  expect(unusedWord('a GUARD and a guard1', 'guard')).toBe('guard2');
});
