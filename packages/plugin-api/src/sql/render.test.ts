import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, executableText, type SlotValues, secretSlotsOf } from './render.ts';
import { factSlot, ident, join, literal, secretSlot, sql } from './template.ts';

const standard = {
  quoteIdentifier: (path: readonly string[]) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
  quoteLiteral: (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
};

const valuesOf = (secret: string, fact: string): SlotValues => ({
  secret: () => secret,
  fact: () => fact,
  context: () => ({ salt: new Uint8Array([1, 2]) }),
});

/** A part of a statement: names and values may look like slots and must not be mistaken for them. */
const word = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom('{{a}}', "'{{a}}'", '}}', "''"));
const name = word.filter((text) => !text.includes('\0'));
const piece = fc.oneof(
  name.map((text) => ({ slot: false, sql: ident(text) })),
  name.map((text) => ({ slot: false, sql: literal(text) })),
  fc.constantFrom({ slot: false, sql: sql`SELECT 1` }, { slot: true, sql: secretSlot('a') }),
  fc.constantFrom({ slot: true, sql: factSlot('b', 'literal') }, { slot: true, sql: factSlot('c', 'identifier') }),
);

describe('canonicalText and executableText', () => {
  it('differ only in their slots', () => {
    fc.assert(
      fc.property(fc.array(piece), name, name, (pieces, secret, fact) => {
        const statement = join(
          pieces.map((each) => each.sql),
          sql` `,
        );
        const values = valuesOf(secret, fact);
        const canonical = pieces.map((each) => canonicalText(each.sql, standard));
        const executable = pieces.map((each, index) =>
          each.slot ? executableText(each.sql, standard, values) : canonical[index],
        );
        expect(canonicalText(statement, standard)).toBe(canonical.join(' '));
        expect(executableText(statement, standard, values)).toBe(executable.join(' '));
      }),
    );
  });

  it('agree on a statement without slots', () => {
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const statement = join([...names.map((each) => ident(each)), ...names.map((each) => literal(each))], sql`, `);
        expect(executableText(statement, standard, valuesOf('s', 'f'))).toBe(canonicalText(statement, standard));
      }),
    );
  });

  it('do not mistake a name that looks like a slot for a slot', () => {
    const statement = sql`CREATE USER ${ident('{{a}}')} PASSWORD ${secretSlot('a')}`;
    expect(executableText(statement, standard, valuesOf("it's", 'f'))).toBe(`CREATE USER "{{a}}" PASSWORD 'it''s'`);
  });
});

describe('executableText', () => {
  it('fills in a secret with its encoding, which receives the salt of the slot', () => {
    const statement = sql`PASSWORD ${secretSlot('a', { encode: (secret, { salt }) => `${secret}:${salt.join()}` })}`;
    expect(executableText(statement, standard, valuesOf('s', 'f'))).toBe(`PASSWORD 's:1,2'`);
  });

  it('quotes a fact according to its type', () => {
    const statement = sql`${factSlot('b', 'identifier')} = ${factSlot('b', 'literal')}`;
    expect(executableText(statement, standard, valuesOf('s', `x'"`))).toBe(`"x'""" = 'x''"'`);
  });

  it.each(['', 'a\0b', undefined])('refuses to fill a slot with %j, and names only the slot', (value) => {
    const values = valuesOf(value as string, value as string);
    expect(() => executableText(secretSlot('mySecret'), standard, values)).toThrow(
      /The secret for the slot "mySecret"/,
    );
    expect(() => executableText(factSlot('myFact', 'literal'), standard, values)).toThrow(
      /The fact for the slot "myFact"/,
    );
  });

  it('rejects an encoding that returns nothing', () => {
    const statement = secretSlot('a', { encode: () => '' });
    expect(() => executableText(statement, standard, valuesOf('s', 'f'))).toThrow(/slot "a"/);
  });

  it('never repeats a secret in an error', () => {
    expect(() => executableText(secretSlot('a'), standard, valuesOf('canary\0', 'f'))).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('canary') }),
    );
  });
});

describe('secretSlotsOf', () => {
  it('names each secret once, in order, and no facts', () => {
    const statement = sql`${secretSlot('b')} ${factSlot('x', 'literal')} ${secretSlot('a')} ${secretSlot('b')}`;
    expect(secretSlotsOf(statement)).toEqual(['b', 'a']);
  });
});
