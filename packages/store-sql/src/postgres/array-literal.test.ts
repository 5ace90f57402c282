import { expect, it } from 'vitest';
import { arrayLiteral } from './array-literal.ts';

it('quotes every text, and marks null', () => {
  expect(arrayLiteral(['a', 'say "b"', 'c\\', '', 'NULL', '{d,e}', '$&', null, undefined])).toBe(
    String.raw`{"a","say \"b\"","c\\","","NULL","{d,e}","$&",NULL,NULL}`,
  );
});

it('contains numbers and booleans as they are', () => {
  expect(arrayLiteral([7, -1.5, Number.MAX_SAFE_INTEGER, true, false])).toBe('{7,-1.5,9007199254740991,true,false}');
});

it('contains bytes in hexadecimal, also those of a part of a buffer', () => {
  expect(arrayLiteral([Buffer.from([0, 255]), Uint8Array.of(1, 2, 3).subarray(1)])).toBe(
    String.raw`{"\\x00ff","\\x0203"}`,
  );
});

it('may have no element', () => {
  expect(arrayLiteral([])).toBe('{}');
});
