import { AssertionError } from 'node:assert/strict';
import { expect, it } from 'vitest';
import { assertNone } from './assert-none.ts';

it('no faults are no failure', () => {
  expect(() => assertNone([], 'Something is wrong.')).not.toThrow();
});

it('faults are named once in the message, the first five of them', () => {
  const faults = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const expected = 'Something is wrong.\n- a\n- b\n- c\n- d\n- e\n- and 2 more';
  expect(() => assertNone(faults, 'Something is wrong.')).toThrow(AssertionError);
  expect(() => assertNone(faults, 'Something is wrong.')).toThrow(expected);
});
