import { expect, it } from 'vitest';
import { splitPlaceholders } from './split-placeholders.ts';

it('splits a statement at its placeholders', () => {
  expect(splitPlaceholders('select ?, a from t where a = ?')).toEqual(['select ', ', a from t where a = ', '']);
});

it('leaves quoted names and texts as they are', () => {
  const text = String.raw`select '? ''?' '\'?' from ${'`a ``?`'} where c = `;
  expect(splitPlaceholders(`${text}?`)).toEqual([text, '']);
});

it('returns a statement without placeholders whole', () => {
  expect(splitPlaceholders('select 1')).toEqual(['select 1']);
});
