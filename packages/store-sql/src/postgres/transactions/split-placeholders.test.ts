import { expect, it } from 'vitest';
import { splitPlaceholders } from './split-placeholders.ts';

it('splits a statement at its placeholders, which may repeat and be in any order', () => {
  expect(splitPlaceholders('select $2::text, $1 from t where a = $2', ['a', null])).toEqual({
    parts: ['select ', '::text, ', ' from t where a = ', ''],
    values: [null, 'a', null],
  });
});

it('leaves quoted names and texts as they are', () => {
  const text = `select '$1 ''$1' from "a ""$1"" ?"."b$1" where c = `;
  expect(splitPlaceholders(`${text}$1`, ['x'])).toEqual({ parts: [text, ''], values: ['x'] });
});

it('returns a statement without placeholders whole', () => {
  expect(splitPlaceholders('select 1', [])).toEqual({ parts: ['select 1'], values: [] });
});
