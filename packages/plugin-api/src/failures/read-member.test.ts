import { expect, it } from 'vitest';
import { readMember } from './read-member.ts';

it('reads a member of an error', () => {
  expect(readMember(Object.assign(new Error('x'), { code: '42501' }), 'code')).toBe('42501');
});

it('returns undefined if there are no members, or they cannot be read', () => {
  const hostile = Object.defineProperty({}, 'code', {
    get: () => {
      throw new Error('This must not be looked at.');
    },
  });
  expect([undefined, null, 'text', 5, Symbol('x'), {}, hostile].map((thing) => readMember(thing, 'code'))).toEqual(
    Array(7).fill(undefined),
  );
});
