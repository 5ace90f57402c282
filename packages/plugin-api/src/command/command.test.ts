import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { canonicalText, type SlotValues, secretSlotsOf } from '../sql/render.ts';
import { factSlot, ident, secretSlot, sql } from '../sql/template.ts';
import { type CommandArgument, command, isCommand } from './command.ts';
import { createCommandDialect } from './create-command-dialect.ts';
import { redisCliSyntax } from './redis-cli-syntax.ts';
import { executableArguments } from './render-command.ts';
import { shellSyntax } from './shell-syntax.ts';

const dialect = createCommandDialect({ language: 'redis-cli', commands: redisCliSyntax });
const shell = createCommandDialect({ language: 'Shell', commands: shellSyntax('redis-cli') });

const values: SlotValues = {
  secret: (name) => `${name} "secret"`,
  fact: (name) => `the ${name}`,
  context: () => ({ salt: new Uint8Array([7]) }),
};

describe('a command', () => {
  const create = command('ACL', 'SETUSER', 'ada lovelace', 'on', ['>', secretSlot('password')]);

  it('is printed by the dialect, with slots in quotes', () => {
    expect(canonicalText(create, dialect)).toBe('ACL SETUSER "ada lovelace" on ">{{password}}"');
    expect(canonicalText(create, shell)).toBe("redis-cli ACL SETUSER 'ada lovelace' on '>{{password}}'");
  });

  it('is sent as arguments, with slots filled and without quotes', () => {
    expect(executableArguments(create, values)).toEqual(['ACL', 'SETUSER', 'ada lovelace', 'on', '>password "secret"']);
  });

  it('is sent unchanged if it has no slots', () => {
    const text = anyText().filter((each) => !each.includes('\0'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (all) => {
        const [first = '', ...others] = all;
        expect(executableArguments(command(first, ...others), values)).toEqual(all);
      }),
    );
  });

  it('does not mistake text for a slot', () => {
    const drop = command('ACL', 'DELUSER', '{{password}}');
    expect(executableArguments(drop, values)).toEqual(['ACL', 'DELUSER', '{{password}}']);
    expect(secretSlotsOf(drop)).toEqual([]);
  });

  it('names each of its secrets once', () => {
    const both = command('AUTH', secretSlot('b'), secretSlot('a'), [factSlot('c', 'literal'), secretSlot('b')]);
    expect(secretSlotsOf(both)).toEqual(['b', 'a']);
  });

  it('encodes a secret', () => {
    const encode = (secret: string, { salt }: { readonly salt: Uint8Array }) => `${secret.length}:${salt}`;
    expect(executableArguments(command('AUTH', ['#', secretSlot('p', { encode })]), values)).toEqual(['AUTH', '#10:7']);
  });

  it('fills in a fact unchanged', () => {
    expect(executableArguments(command('JOIN', ['id=', factSlot('id', 'identifier')]), values)).toEqual([
      'JOIN',
      'id=the id',
    ]);
  });

  it('is never sent with an empty slot', () => {
    const empty = { ...values, secret: () => '' };
    expect(() => executableArguments(command('AUTH', secretSlot('p')), empty)).toThrow(/slot "p"/);
    const nothing = secretSlot('p', { encode: () => '' });
    expect(() => executableArguments(command('AUTH', nothing), values)).toThrow(/slot "p"/);
  });

  it('may be empty in an argument', () => {
    expect(canonicalText(command('SET', 'key', ''), dialect)).toBe('SET key ""');
  });

  it.each([
    ['a NUL character', ['a\0']],
    ['a lone surrogate', ['\ud800']],
    ['a number', [1]],
    ['nothing', [null]],
    ['text of the sql template', [sql`SELECT 1`]],
    ['a quoted name', [ident('a')]],
    ['a list in a list', [[['a']]]],
  ])('is refused with %s', (_what, bad) => {
    expect(() => command('GET', ...(bad as unknown as CommandArgument[]))).toThrow(
      expect.objectContaining({ code: 'SQL_UNSAFE' }),
    );
  });

  it('is refused without arguments', () => {
    expect(() => command(...([] as unknown as ['GET']))).toThrow('at least one argument');
  });

  it('needs a dialect that prints it', () => {
    const { commands: _commands, ...plain } = dialect;
    expect(() => canonicalText(create, plain)).toThrow('the dialect has no `commands`');
  });

  it('is recognised by its mark', () => {
    expect(isCommand(create)).toBe(true);
    expect(isCommand({ arguments: [['GET']] })).toBe(false);
    expect(isCommand(null)).toBe(false);
  });

  it('cannot be changed', () => {
    expect([create, create.arguments, ...create.arguments].every((each) => Object.isFrozen(each))).toBe(true);
  });
});

describe('a command in text', () => {
  it('is printed by the dialect', () => {
    const query = sql`${command('ACL', 'GETUSER', "o'hara")} | grep -q ${sql`x`}`;
    expect(canonicalText(query, shell)).toBe(`redis-cli ACL GETUSER 'o'\\''hara' | grep -q x`);
  });

  it('must not have slots', () => {
    expect(() => sql`${command('AUTH', secretSlot('p'))} | true`).toThrow('must not have slots');
  });
});

describe('a dialect of commands', () => {
  it('comments with a hash, and ends a statement with its line', () => {
    expect(dialect.comment('one\ntwo')).toBe('# one\n# two');
    expect(dialect.separator).toBe('');
  });

  it('quotes names and values as arguments', () => {
    expect(shell.quoteIdentifier(['a b', 'c'])).toBe("'a b.c'");
    expect(shell.quoteLiteral("it's")).toBe("'it'\\''s'");
    expect(shell.quoteLiteral(7)).toBe('7');
  });

  it('takes any other field of a dialect', () => {
    const other = createCommandDialect({
      language: 'x',
      commands: redisCliSyntax,
      separator: ';',
      comment: (text) => `! ${text}`,
    });
    expect(other).toMatchObject({ separator: ';', language: 'x' });
    expect(other.comment('a')).toBe('! a');
  });

  it('states how a secret is written inside the quotes of a slot', () => {
    expect(dialect.slotInstruction).toBe('with a backslash before each " and each \\ in it');
    expect(shell.slotInstruction).toBe("with '\\'' in the place of each '");
  });
});
