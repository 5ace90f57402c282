import type { Plan } from '@portcullis/client';
import { expect, it } from 'vitest';
import { comparePlans } from './compare-plans.ts';

const plan = (...statements: string[]) => ({ steps: statements.map((statement) => ({ statement })) }) as Plan;

it('marks the steps that were not in the plan before, and says which are gone', () => {
  const { fresh, gone } = comparePlans(plan('a', 'b', 'b', 'c'), plan('a', 'x', 'b', 'b', 'b'));
  expect([...fresh]).toEqual([1, 4]);
  expect(gone).toEqual(['c']);
});

it('does not mind the order', () => {
  expect(comparePlans(plan('a', 'b'), plan('b', 'a'))).toEqual({ fresh: new Set(), gone: [] });
});
