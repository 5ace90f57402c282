import { expect, it } from 'vitest';
import { goalCell } from './goal.ts';

it('states the goal and whether it is met', () => {
  expect(goalCell({ is: 'at least', value: 0.4 }, 0.4)).toBe('>= 0.4 met');
  expect(goalCell({ is: 'at least', value: 0.4 }, 0.39)).toBe('>= 0.4 MISSED');
  expect(goalCell({ is: 'at most', value: 2 }, 2)).toBe('<= 2 met');
  expect(goalCell({ is: 'at most', value: 2 }, 2.1)).toBe('<= 2 MISSED');
});
