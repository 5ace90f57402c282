import type { Plan } from './plan.ts';

/**
 * Returns how many statements of a stored plan the library runs: those that people run, and changes in the store alone, do
 * not count.
 */
export function plannedStatements(plan: unknown): number {
  const steps = (plan as Plan | null | undefined)?.steps ?? [];
  return steps.filter(({ actor }) => actor === 'setup' || actor === 'service').length;
}
