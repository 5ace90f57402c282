import type { Plan } from '@portcullis/client';

/** The difference between a plan and the plan that was reviewed. */
export interface PlanDiff {
  /** Positions of the steps that are new. */
  readonly added: ReadonlySet<number>;
  /** Statements that are no longer in it. */
  readonly removed: readonly string[];
}

/** Compares plans by their statements. A different order is not a difference. */
export function diffPlans(before: Plan, after: Plan): PlanDiff {
  const left = new Map<string, number>();
  for (const { statement } of before.steps) left.set(statement, (left.get(statement) ?? 0) + 1);
  const added = new Set<number>();
  after.steps.forEach(({ statement }, index) => {
    const count = left.get(statement) ?? 0;
    if (count === 0) added.add(index);
    else left.set(statement, count - 1);
  });
  return { added, removed: [...left].flatMap(([statement, count]) => Array<string>(count).fill(statement)) };
}
