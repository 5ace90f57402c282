import { expect, it } from 'vitest';
import { wholeDocument } from '../../src/release/client/whole-document.ts';

/** Every `pattern` of a document. */
function patternsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'pattern' && typeof each === 'string' ? [each] : patternsOf(each),
  );
}

it('the OpenAPI document has only anchored patterns of ranges, for engines with other classes, escapes and look-around', async () => {
  const patterns = patternsOf(await wholeDocument());
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((pattern) => /\\[dDwWsSpPuUkK]|\(\?[=!<]/.test(pattern))).toEqual([]);
  expect(patterns.filter((pattern) => !(pattern.startsWith('^') && pattern.endsWith('$')))).toEqual([]);
});
