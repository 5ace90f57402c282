import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf } from './idempotency-key.ts';

describe('the idempotency key of a request', () => {
  it.each([
    ['8e03978e-40d5', '8e03978e-40d5'],
    ['"8e03978e-40d5"', '8e03978e-40d5'],
    ['  "a" ', 'a'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['"a', '"a'],
    ['""', ''],
  ])('of %j is %j', (header, key) => {
    expect(idempotencyKeyOf(new Headers({ 'idempotency-key': header }))).toBe(key);
  });

  it('is undefined without the header', () => {
    expect(idempotencyKeyOf(new Headers())).toBeUndefined();
  });
});
