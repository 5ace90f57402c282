import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson } from './copy-json.ts';

const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor'));

/** Values with everything that JSON changes or leaves out. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constantFrom(null, undefined, () => 1, Symbol('none')),
    fc.double(),
    fc.date(),
    fc.constant(new Map([['a', 1]])),
    fc.constant(Object('boxed')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('copyJson', () => {
  it('copies a value as its text stores it', () => {
    fc.assert(
      fc.property(fc.record({ value: values }), (value) => {
        deepStrictEqual(copyJson(value), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('shares nothing with the value', () => {
    const value = { headers: { server: 'nginx' }, list: [{ name: 'first' }] };
    const copied = copyJson(value);
    value.headers.server = 'other';
    Object.assign(value.list[0] ?? {}, { name: 'second' });
    expect(copied).toEqual({ headers: { server: 'nginx' }, list: [{ name: 'first' }] });
  });

  it('keeps a member that is named like the prototype', () => {
    const copied = copyJson(JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(Object.keys(copied as object)).toEqual(['__proto__']);
    expect(copied).not.toHaveProperty('polluted');
  });

  it('returns undefined for values that JSON omits', () => {
    expect([undefined, () => 1, Symbol('none')].map(copyJson)).toEqual([undefined, undefined, undefined]);
  });

  it('refuses a number that JSON cannot represent, as JSON does', () => {
    expect(() => copyJson({ count: 1n })).toThrow(TypeError);
  });
});
