import { describe, expect, it } from 'vitest';
import { deliveryOptionsInput } from './delivery-options.ts';

/** Returns the issues of a filter, by path. */
function issuesOf(filter: unknown): readonly string[] {
  const { error } = deliveryOptionsInput.safeParse({ filter });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const manyFields = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, value]));

describe('a filter', () => {
  it('has texts, numbers, booleans, null, and lists of them', () => {
    const filter = { tagName: ['PII', null], modelId: 7, automatic: true, targetGroup: null };
    expect(deliveryOptionsInput.parse({ filter })).toEqual({ filter });
    expect(deliveryOptionsInput.parse({})).toEqual({});
  });

  it('has at most 50 fields', () => {
    expect(issuesOf(manyFields(50, null))).toEqual([]);
    expect(issuesOf(manyFields(51, null))).toEqual(['filter: must have at most 50 fields']);
  });

  it('has at most 10,000 characters in all', () => {
    expect(issuesOf(manyFields(9, 'x'.repeat(1000)))).toEqual([]);
    expect(issuesOf(manyFields(10, 'x'.repeat(1000)))).toEqual(['filter: must have at most 10000 characters in all']);
    expect(issuesOf({ tagName: Array(10_000).fill(1) })).toEqual(['filter: must have at most 10000 characters in all']);
  });

  it('is refused at the first unsuitable value of any number', () => {
    const message = 'must be a text, a number, a boolean, null or a list of them';
    expect(issuesOf(manyFields(50, {}))).toEqual([`filter.field0: ${message}`]);
    expect(issuesOf({ tagName: Array(90_000).fill({}) })).toEqual([`filter.tagName: ${message}`]);
    expect(issuesOf({ tagName: [[]] })).toEqual([`filter.tagName: ${message}`]);
    expect(issuesOf({ modelId: Number.POSITIVE_INFINITY })).toEqual([`filter.modelId: ${message}`]);
  });

  it.each([[[]], ['tagName'], [7], [null]])('is not %j', (filter) => {
    expect(issuesOf(filter)).toHaveLength(1);
  });
});
