import type { Plan } from './plan.ts';

/** How many statements a stored plan makes the library run: those of people and changes in the store alone are none. */
export function plannedStatements(plan: unknown): number {
  const steps = (plan as Plan | null | undefined)?.steps ?? [];
  return steps.filter(({ actor }) => actor === 'setup' || actor === 'service').length;
}
