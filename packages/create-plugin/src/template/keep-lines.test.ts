import { describe, expect, it } from 'vitest';
import { keepLines } from './keep-lines.ts';

const text = `first
// @if password
one
// @end
  // @if key-pair token
two
  // @end
<!-- @if token -->
three
<!-- @end -->
last`;

describe('keepLines', () => {
  it('keeps the lines of chosen parts, and lines without a mark', () => {
    expect(keepLines(text, ['password']).split('\n')).toEqual(['first', 'one', 'last']);
    expect(keepLines(text, ['key-pair']).split('\n')).toEqual(['first', 'two', 'last']);
    expect(keepLines(text, ['token']).split('\n')).toEqual(['first', 'two', 'three', 'last']);
    expect(keepLines(text, []).split('\n')).toEqual(['first', 'last']);
  });

  it.each([
    ['// @if a\n// @if b', 'inside another'],
    ['// @end', 'has not begun'],
    ['// @if a\ntext', 'does not end'],
  ])('rejects marks that do not match: %j', (broken, complaint) => {
    expect(() => keepLines(broken, [])).toThrow(complaint);
  });
});
