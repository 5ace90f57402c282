import { describe, expect, it } from 'vitest';
import { greatestOwnId, idRangeOf } from './id-range.ts';

describe('the ids of a cell', () => {
  it('begin with 1 in the first cell, and do not overlap with those of the next', () => {
    expect(idRangeOf()).toEqual({ after: 0, through: 2 ** 40 - 1 });
    expect(idRangeOf(1).after).toBe(2 ** 40);
  });

  it('are safe integers in the last cell', () => {
    expect(idRangeOf(8191).through).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([-1, 0.5, 8192, Number.NaN])('are refused for cell %s', (cell) => {
    expect(() => idRangeOf(cell)).toThrow(expect.objectContaining({ code: 'STORE_INPUT_INVALID' }));
  });

  it('leave out ids of other cells when the greatest is looked for', () => {
    const rows = [{ id: 2 ** 40 + 3 }, { id: 7 }, { id: 5 }, {}];
    expect(greatestOwnId(rows, idRangeOf(0))).toBe(7);
    expect(greatestOwnId(rows, idRangeOf(1))).toBe(2 ** 40 + 3);
    expect(greatestOwnId(rows, idRangeOf(2))).toBe(2 ** 41);
  });
});
