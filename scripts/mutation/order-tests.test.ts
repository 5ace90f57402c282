import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SweptTest } from './messages.ts';
import { orderTests } from './order-tests.ts';

const root = join(import.meta.dirname, '../..');
const test = (file: string, fields: Partial<SweptTest>): SweptTest => ({
  module: join(root, file),
  id: file,
  name: file,
  milliseconds: 1,
  passed: [],
  killed: [],
  isSound: true,
  reached: [],
  atLoad: [],
  ...fields,
});
const orderOf = (...tests: readonly SweptTest[]) =>
  orderTests({ id: 7, file: 'packages/a/src/b/c/d.ts' }, tests).flatMap(({ ids }) => ids);

it('selects the tests that reach the fault, in their bodies or when their file loads', () => {
  const tests = [test('1', { reached: [7] }), test('2', { reached: [8] }), test('3', { atLoad: [7] })];
  expect(orderOf(...tests)).toEqual(['1', '3']);
});

it('orders the files next to the source first, then nearby ones', () => {
  const near = test('packages/a/src/b/e/near.test.ts', { reached: [7] });
  const beside = test('packages/a/src/b/c/beside.test.ts', { reached: [7], milliseconds: 900 });
  const far = test('packages/z/far.test.ts', { reached: [7] });
  expect(orderOf(far, near, beside)).toEqual([beside.id, near.id, far.id]);
});

it('orders quick files of one folder before slow ones', () => {
  const slow = test('packages/z/slow.test.ts', { reached: [7], milliseconds: 900 });
  const quick = test('packages/z/quick.test.ts', { reached: [7], milliseconds: 2 });
  expect(orderOf(slow, quick)).toEqual([quick.id, slow.id]);
});
