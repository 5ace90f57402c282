import { expect, it } from 'vitest';
import { arrayLiteral } from './array-literal.ts';

it('quotes every element, and marks null', () => {
  expect(arrayLiteral(['a', 'say "b"', 'c\\', '', 'NULL', '{d,e}', null, 7, true])).toBe(
    String.raw`{"a","say \"b\"","c\\","","NULL","{d,e}",NULL,"7","true"}`,
  );
});

it('may have no element', () => {
  expect(arrayLiteral([])).toBe('{}');
});
