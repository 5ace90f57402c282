import { expect, it } from 'vitest';
import { isPrintable } from './is-printable.ts';

it.each(['', 'gov', 'größe 1', '分析', '😀', `a'b"c\\d`])('accepts %j', (text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each([
  ['a control character', 'a\u0000b'],
  ['a line break', 'a\nb'],
  ['a C1 control', 'a\u009bb'],
  ['a direction mark', 'a\u202eb'],
  ['an invisible joiner', 'a\u200db'],
  ['a line separator', 'a\u2028b'],
  ['a paragraph separator', 'a\u2029b'],
  ['a lone surrogate', 'a\ud800b'],
])('refuses %s', (_what, text) => {
  expect(isPrintable(text)).toBe(false);
});
