import { describe, expect, it } from 'vitest';
import { exampleOf } from './example-of.ts';

describe('an example of a schema', () => {
  it.each([
    [{ type: 'integer', examples: [5439, 1] }, 5439],
    [{ const: false, default: true }, false],
    [{ type: 'string', default: '' }, ''],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ type: 'string' }, undefined],
  ])('of %j is %j', (schema, example) => {
    expect(exampleOf(schema)).toEqual(example);
  });

  it('contains the required members of an object, and is undefined if one of them has no example', () => {
    const properties = { host: { examples: ['h'] }, port: { default: 1 }, free: { type: 'string' } };
    expect(exampleOf({ properties, required: ['host', 'port'] })).toEqual({ host: 'h', port: 1 });
    expect(exampleOf({ properties, required: ['host', 'free'] })).toBeUndefined();
    expect(exampleOf({ properties })).toEqual({});
  });

  it('contains the name of a secret in place of its declared example', () => {
    const password = { type: 'string', format: 'password', minLength: 8, maxLength: 10, examples: ['Correct4Horse'] };
    expect(exampleOf({ properties: { password }, required: ['password'] })).toEqual({ password: '<password>' });
  });

  it.each([{ pattern: '^[A-Z0-9]{16}$' }, { minLength: 20 }, { maxLength: 4 }])(
    'contains the declared example of a secret if its schema refuses the name: %j',
    (rule) => {
      const keyId = { type: 'string', format: 'password', examples: ['THEEXAMPLE'], ...rule };
      expect(exampleOf({ properties: { keyId }, required: ['keyId'] })).toEqual({ keyId: 'THEEXAMPLE' });
    },
  );

  it('takes the first option that has one', () => {
    expect(
      exampleOf({ oneOf: [{ type: 'string' }, { properties: { kind: { const: 'key' } }, required: ['kind'] }] }),
    ).toEqual({
      kind: 'key',
    });
  });

  it('follows internal references only, and stops at recursion', () => {
    const $defs = {
      port: { default: 1 },
      loop: { properties: { next: { $ref: '#/$defs/loop' } }, required: ['next'] },
    };
    expect(exampleOf({ $ref: '#/$defs/port', $defs })).toBe(1);
    expect(exampleOf({ $ref: '#/$defs/missing', $defs })).toBeUndefined();
    expect(exampleOf({ $ref: 'https://elsewhere.example/schema' })).toBeUndefined();
    expect(exampleOf({ $ref: '#/$defs/loop', $defs })).toBeUndefined();
    expect(exampleOf({ $ref: '#' })).toBeUndefined();
  });
});
