import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { sdsSplitArgs } from '../../tests/sds-split-args.ts';
import { redisCliSyntax } from './redis-cli-syntax.ts';

const { quote, read } = redisCliSyntax;

/** Text with many characters that have a meaning for redis-cli. */
const special = fc
  .array(fc.constantFrom('"', "'", '\\', ' ', '\t', '\n', '\r', 'x', '4', 'a', 'n', '\v', 'é', '\u2028', '{'))
  .map((letters) => letters.join(''));
const argument = fc.oneof(
  anyText().filter((text) => !text.includes('\0')),
  special,
);

describe('the syntax of redis-cli', () => {
  it('prints arguments that redis-cli reads back', () => {
    fc.assert(
      fc.property(fc.array(argument), (all) => {
        expect(sdsSplitArgs(all.map(quote).join(' '))).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  it('reads every line as redis-cli does', () => {
    fc.assert(
      fc.property(special, (line) => {
        const expected = sdsSplitArgs(line);
        if (expected === null) expect(() => read(line)).toThrow();
        else expect(read(line)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps an argument on one line', () => {
    fc.assert(
      fc.property(argument, (text) => {
        expect(quote(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it.each([
    ['a plain word', '+@read', '+@read'],
    ['a pattern', '~app:*', '~app:*'],
    ['nothing', '', '""'],
    ['a space', 'a b', '"a b"'],
    ['quotes and backslashes', `"'\\`, `"\\"'\\\\"`],
    ['line breaks', 'a\r\nb', '"a\\r\\nb"'],
    ['control characters', '\u0001\u007f\u0007', '"\\x01\\x7f\\a"'],
    ['a line separator', '\u2028', '"\\xe2\\x80\\xa8"'],
    ['other languages', 'Ω😀', '"Ω😀"'],
    ['a slot', '>{{password}}', '">{{password}}"'],
  ])('quotes %s', (_what, text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it.each(['"open', "'open", '"a"b', "'a'b"])('refuses %s', (line) => {
    expect(() => read(line)).toThrow(expect.objectContaining({ code: 'SQL_UNSAFE' }));
  });
});
