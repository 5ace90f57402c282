import { describe, expect, it } from 'vitest';
import { orderOf } from './scenario.ts';

describe('the order of the contenders in a round', () => {
  it('alternates for two contenders', () => {
    expect([0, 1, 2, 3].map((round) => orderOf(['one', 'many'], round).join())).toEqual([
      'one,many',
      'many,one',
      'one,many',
      'many,one',
    ]);
  });

  it('begins with each contender in turn and has all of them', () => {
    const orders = [0, 1, 2].map((round) => orderOf(['a', 'b', 'c'], round));
    expect(orders.map(([first]) => first)).toEqual(['a', 'b', 'c']);
    expect(orders.map((order) => order.toSorted().join(''))).toEqual(['abc', 'abc', 'abc']);
  });

  it('has the rest forwards and backwards', () => {
    expect([0, 3].map((round) => orderOf(['a', 'b', 'c'], round).join(''))).toEqual(['abc', 'acb']);
  });
});
