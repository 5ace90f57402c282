import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { shellSyntax } from './shell-syntax.ts';

const { quote, read, program } = shellSyntax('redis-cli', '--user', 'ada lovelace');
const prefix = [...(program ?? [])].map(quote).join(' ');
const hasShell = spawnSync('sh', ['-c', ':']).status === 0;

/** Text with many characters that have a meaning for a shell. */
const special = fc
  .array(fc.constantFrom(...'\'"\\ \t\n\r$`!*?[]{}()<>|&;#~=%-a', '$(id)', '$HOME', '\u2028', 'é'))
  .map((letters) => letters.join(''));
const argument = fc.oneof(
  anyText().filter((text) => !text.includes('\0')),
  special,
);

/** Returns the arguments that a real shell passes to a program. */
function readByShell(words: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

describe('the syntax of the shell', () => {
  it.runIf(hasShell)('prints arguments that a real shell reads back', () => {
    fc.assert(
      // Many arguments for each run, since each run starts a process.
      fc.property(fc.array(argument, { minLength: 1, maxLength: 40 }), (all) => {
        expect(readByShell(all.map(quote))).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });

  it('reads the arguments that it prints', () => {
    fc.assert(
      fc.property(fc.array(argument), (all) => {
        expect(read([prefix, ...all.map(quote)].join(' '))).toEqual(all);
      }),
    );
  });

  it.each([
    ['a plain word', '+@read', '+@read'],
    ['an option', '--name=value', '--name=value'],
    ['an equals sign in front, which zsh expands', '=cat', "'=cat'"],
    ['nothing', '', "''"],
    ['a single quote', "it's", "'it'\\''s'"],
    ['a pattern', '~app:*', "'~app:*'"],
    ['a slot', '>{{password}}', "'>{{password}}'"],
  ])('quotes %s', (_what, text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it('calls the program with its options', () => {
    expect(prefix).toBe("redis-cli --user 'ada lovelace'");
  });

  it.each(['redis-cli PING', "redis-cli --user 'ada lovelace' $HOME", `${prefix} 'open`, `${prefix} a;b`])(
    'refuses to read %s',
    (line) => {
      expect(() => read(line)).toThrow(expect.objectContaining({ code: 'SQL_UNSAFE' }));
    },
  );
});
