import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from './idempotency-key.ts';

const of = (header: string) => idempotencyKeyOf(new Headers({ 'idempotency-key': header }));

describe('the idempotency key of a request', () => {
  it.each([
    ['8e03978e-40d5', '8e03978e-40d5'],
    ['"8e03978e-40d5"', '8e03978e-40d5'],
    ['  "a" ', 'a'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a"b\\c', 'a"b\\c'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
  ])('of %j is %j', (header, key) => {
    expect(of(header)).toBe(key);
  });

  it.each(['', '""', '"', '"a', '"a"b"', '"a\\b"', 'a b', '"a b"', 'ä', 'x'.repeat(256), `"${'x'.repeat(256)}"`])(
    'cannot be read from %j',
    (header) => {
      expect(() => of(header)).toThrow(expect.objectContaining({ code: 'PARAMETER_INVALID' }));
    },
  );

  it('is undefined without the header', () => {
    expect(idempotencyKeyOf(new Headers())).toBeUndefined();
  });

  it('is visible ASCII of at most 255 characters, for every value that the pattern of the document allows', () => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(IDEMPOTENCY_KEY)), (header) => {
        expect(of(header)).toMatch(/^[\x21-\x7e]{1,255}$/);
      }),
    );
  });
});
