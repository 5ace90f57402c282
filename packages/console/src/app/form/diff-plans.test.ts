import type { Plan } from '@portcullis/client';
import { expect, it } from 'vitest';
import { diffPlans } from './diff-plans.ts';

const plan = (...statements: string[]) => ({ steps: statements.map((statement) => ({ statement })) }) as Plan;

it('marks new steps, and returns the removed statements', () => {
  const { added, removed } = diffPlans(plan('a', 'b', 'b', 'c'), plan('a', 'x', 'b', 'b', 'b'));
  expect([...added]).toEqual([1, 4]);
  expect(removed).toEqual(['c']);
});

it('ignores the order', () => {
  expect(diffPlans(plan('a', 'b'), plan('b', 'a'))).toEqual({ added: new Set(), removed: [] });
});
