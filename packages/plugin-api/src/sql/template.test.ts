import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { PortcullisError } from '../errors/portcullis-error.ts';
import { isSql, type Sql } from './fragment.ts';
import { canonicalText } from './render.ts';
import { factSlot, ident, join, keyword, literal, secretSlot, sql } from './template.ts';

/** Shows the quoted parts of a statement. */
const brackets = {
  quoteIdentifier: (path: readonly string[]) => `[${path.join('|')}]`,
  quoteLiteral: (value: unknown) => `<${String(value)}>`,
};
const textOf = (statement: Sql) => canonicalText(statement, brackets);

/** Returns the message of the `SQL_UNSAFE` that `work` must throw. */
function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (PortcullisError.isInstance(error) && error.code === 'SQL_UNSAFE') return error.message;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('sql', () => {
  it('keeps its text and inserts the interpolations', () => {
    expect(textOf(sql`GRANT USAGE ON SCHEMA ${ident('db', 's')} TO ${ident('r')} -- ${literal(1)}`)).toBe(
      'GRANT USAGE ON SCHEMA [db|s] TO [r] -- <1>',
    );
  });

  it('accepts other templates as interpolations', () => {
    const condition = sql`WHERE a = ${literal('x')}`;
    expect(textOf(sql`SELECT 1 ${condition} ${sql``}`)).toBe('SELECT 1 WHERE a = <x> ');
  });

  it('rejects a bare string, at compile time and at run time', () => {
    const name = 'x; DROP TABLE y';
    // @ts-expect-error a string is not SQL
    expect(refusalOf(() => sql`SELECT ${name}`)).toBe('The interpolation after "SELECT " is a string, not SQL.');
    // @ts-expect-error a number is not SQL
    expect(refusalOf(() => sql`LIMIT ${1}`)).toContain('a number');
    // @ts-expect-error undefined is not SQL
    expect(refusalOf(() => sql`LIMIT ${undefined}`)).toContain('undefined');
    // @ts-expect-error null is not SQL
    expect(refusalOf(() => sql`LIMIT ${null}`)).toContain('null');
    // @ts-expect-error a list is not SQL
    expect(refusalOf(() => sql`LIMIT ${[ident('a')]}`)).toContain('an array (use join)');
  });

  it('rejects an object that only looks like SQL, such as one from a JSON body', () => {
    const forged = JSON.parse('{"parts":[{"kind":"text","text":"DROP TABLE y"}]}');
    expect(refusalOf(() => sql`SELECT ${forged}`)).toContain('a object');
    expect(isSql(forged)).toBe(false);
    // @ts-expect-error the brand cannot be written down
    const branded: Sql = { parts: [] };
    expect(isSql(branded)).toBe(false);
  });

  it('is a template tag only, and rejects text that is made at run time', () => {
    const made = ['DROP TABLE ', ''];
    // @ts-expect-error a list of strings is not a template
    expect(refusalOf(() => sql(made, ident('x')))).toContain('made at run time');
    // @ts-expect-error neither is a string
    expect(refusalOf(() => sql('DROP TABLE x'))).toContain('made at run time');
    // An array that the compiler accepts as a template.
    expect(refusalOf(() => sql(Object.assign(['DROP'], { raw: ['DROP'] })))).toContain('made at run time');
  });

  it('rejects a handwritten slot, which would be sent literally', () => {
    expect(refusalOf(() => sql`ALTER USER x PASSWORD '{{servicePassword}}'`)).toContain(
      'The slot {{servicePassword}} is written into the text',
    );
    expect(textOf(sql`SELECT '{"a":{"b":1}}'`)).toBe(`SELECT '{"a":{"b":1}}'`);
  });

  it('returns a deeply frozen fragment', () => {
    const statement = sql`SELECT ${ident('a')}`;
    const identifier = statement.parts[1] as unknown as { path: string[] };
    expect(Object.isFrozen(statement)).toBe(true);
    expect(() => (statement.parts as unknown[]).push({ kind: 'text', text: 'x' })).toThrow(TypeError);
    expect(() => identifier.path.push('b')).toThrow(TypeError);
    expect(() => {
      identifier.path = ['b'];
    }).toThrow(TypeError);
  });

  it('never changes the white space of interpolations', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', "'"), minLength: 1 }), (name) => {
        const statement = sql`
          CREATE ROLE ${ident(name)}
            COMMENT ${literal(name)}
        `;
        expect(textOf(statement)).toBe(`CREATE ROLE [${name}]\n  COMMENT <${name}>`);
      }),
    );
  });
});

describe('ident', () => {
  it.each([[''], ['a\0b'], ['\ud800'], [undefined], [5], [null]])('refuses %j', (name) => {
    expect(refusalOf(() => ident(name as string))).toMatch(/^An identifier must/);
  });

  it('refuses an empty path and a bad part of a longer one', () => {
    expect(refusalOf(() => ident(...([] as unknown as [string])))).toBe('An identifier needs at least one name.');
    expect(refusalOf(() => ident('a', ''))).toMatch(/^An identifier must/);
    // @ts-expect-error at least one name is needed
    expect(() => ident()).toThrow();
  });

  it('accepts any other name unchanged', () => {
    fc.assert(
      fc.property(anyText(1), (name) => {
        fc.pre(!name.includes('\0'));
        expect(textOf(ident(name))).toBe(`[${name}]`);
      }),
    );
  });
});

describe('literal', () => {
  it.each([['a'], [''], [0], [-1.5], [10n], [true], [null]])('accepts %s', (value) => {
    expect(textOf(literal(value))).toBe(`<${value}>`);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY]])('refuses %s', (value) => {
    expect(refusalOf(() => literal(value))).toBe('A number literal must be finite.');
  });

  it.each([['a\0'], ['\udfff']])('refuses the string %j', (value) => {
    expect(refusalOf(() => literal(value))).toMatch(/^A string literal must/);
  });

  it('rejects values that are not scalars', () => {
    // @ts-expect-error a date is not a literal
    expect(refusalOf(() => literal(new Date()))).toBe('A literal must be a scalar, not a object.');
    // @ts-expect-error undefined is not a literal
    expect(refusalOf(() => literal(undefined))).toBe('A literal must be a scalar, not a undefined.');
  });
});

describe('slots', () => {
  it('are shown as their names', () => {
    expect(textOf(sql`${secretSlot('servicePassword')} ${factSlot('applicationId', 'literal')}`)).toBe(
      '{{servicePassword}} {{applicationId}}',
    );
  });

  it.each(['', 'Upper', 'with-hyphen', 'a b', '1a', "a'"])('refuse the name "%s"', (name) => {
    expect(refusalOf(() => secretSlot(name))).toContain('must be camelCase');
    expect(refusalOf(() => factSlot(name, 'literal'))).toContain('must be camelCase');
  });

  it('use only the encoding of their options', () => {
    const slot = secretSlot('a', { kind: 'fact', name: 'b', encode: () => 'x' } as object);
    expect(slot.parts[0]).toMatchObject({ slot: { kind: 'secret', name: 'a' } });
  });
});

describe('keyword', () => {
  it('accepts a word of the list', () => {
    expect(textOf(keyword('ALL PRIVILEGES', ['SELECT', 'ALL PRIVILEGES']))).toBe('ALL PRIVILEGES');
  });

  it('rejects a word that is not in the list, and a list with other text than words', () => {
    expect(refusalOf(() => keyword('DROP', ['SELECT']))).toContain('"DROP" is not one of the keywords SELECT.');
    expect(refusalOf(() => keyword('a; b', ['a; b']))).toContain('"a; b" is not one');
    expect(refusalOf(() => keyword('a\nb', ['a\nb']))).toContain('is not one');
  });
});

describe('join', () => {
  it('puts the separator between fragments only', () => {
    const comma = sql`, `;
    expect(textOf(join([ident('a'), ident('b'), ident('c')], comma))).toBe('[a], [b], [c]');
    expect(textOf(join([ident('a')], comma))).toBe('[a]');
    expect(textOf(join([], comma))).toBe('');
  });

  it('rejects values other than SQL, as fragments and as the separator', () => {
    const forged = { parts: [{ kind: 'text', text: 'DROP' }] };
    // @ts-expect-error a string is not SQL
    expect(refusalOf(() => join(['a'], sql`,`))).toBe('join() takes SQL only, not a string.');
    // @ts-expect-error an object is not SQL
    expect(refusalOf(() => join([forged], sql`,`))).toBe('join() takes SQL only, not a object.');
    // @ts-expect-error undefined is not SQL
    expect(refusalOf(() => join([undefined], sql`,`))).toBe('join() takes SQL only, not a undefined.');
    // @ts-expect-error a separator is SQL too
    expect(refusalOf(() => join([ident('a')], ', '))).toBe('join() takes SQL only, not a string.');
  });
});
