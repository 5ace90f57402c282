import { type CommandSyntax, createCommandDialect, redisCliSyntax, shellSyntax } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { assertReadBack } from './commands.ts';
import { HOSTILE_NAMES } from './hostile-names.ts';

function check(commands: CommandSyntax): void {
  const dialect = createCommandDialect({ language: 'Commands', commands });
  for (const [, name] of HOSTILE_NAMES) assertReadBack(dialect, commands, name);
}

describe('the check of printed commands', () => {
  it.each([
    ['redis-cli', redisCliSyntax],
    ['a shell', shellSyntax('acme', '--quiet')],
  ])('accepts the syntax of %s', (_what, syntax) => {
    expect(() => check(syntax)).not.toThrow();
  });

  it('finds quotes that are not escaped', () => {
    expect(() => check({ ...redisCliSyntax, quote: (argument) => `"${argument}"` })).toThrow();
  });

  it('finds an empty argument that disappears', () => {
    const quote = (argument: string) => (argument === '' ? '' : redisCliSyntax.quote(argument));
    expect(() => check({ ...redisCliSyntax, quote })).toThrow('which reads back differently');
  });

  it('finds a slot without quotes', () => {
    const quote = (argument: string) => (/^=?\{\{\w+\}\}$/.test(argument) ? argument : redisCliSyntax.quote(argument));
    expect(() => check({ ...redisCliSyntax, quote })).toThrow('is not quoted');
  });
});
