import { expect, it } from 'vitest';
import { isBusy } from './when-free.ts';

it.each([
  ['a result code', { errcode: 5, message: 'database is locked' }, true],
  ['an extended result code', { errcode: 517, message: 'database is locked' }, true],
  ['the text of SQLite without a result code', new Error('database is locked'), true],
  ['another result code', { errcode: 6, message: 'database table is locked' }, false],
  ['another text', new Error('disk I/O error'), false],
  ['no object', undefined, false],
])('classifies an error with %s', (_by, error, expected) => {
  expect(isBusy(error)).toBe(expected);
});
