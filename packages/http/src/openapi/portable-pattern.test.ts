import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portablePattern } from './portable-pattern.ts';

describe('a portable pattern', () => {
  it.each([
    ['^\\d{12}$', '^[0-9]{12}$'],
    ['^[\\w+=,.@/-]+$', '^[0-9A-Z_a-z+=,.@/-]+$'],
    ['^\\[\\d\\]$', '^\\[[0-9]\\]$'],
    ['^[^\\]\\d]\\\\d$', '^[^\\]0-9]\\\\d$'],
    ['^(a|b)[0-9]$', '^(a|b)[0-9]$'],
  ])('of %s is %s', (pattern, portable) => {
    expect(portablePattern(pattern)).toBe(portable);
  });

  it.each(['^\\d{2}[\\w.-]*$', '^(?:\\d[2468]|[\\d_]+-\\w)$'])('matches the same texts as %s', (pattern) => {
    const [original, portable] = [new RegExp(pattern), new RegExp(portablePattern(pattern))];
    const text = fc.string({ unit: fc.constantFrom(...'04٤zZé_-.'), maxLength: 4 });
    fc.assert(fc.property(text, (each) => portable.test(each) === original.test(each)));
  });
});
