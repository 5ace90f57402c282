import type { Plan } from './plan.ts';

/**
 * Returns how many statements of a stored plan the library runs. Those that administrators run, and changes only in the store, do
 * not count.
 */
export function plannedStatements(plan: unknown): number {
  const steps = (plan as Plan | null | undefined)?.steps ?? [];
  return steps.filter(({ actor }) => actor === 'setup' || actor === 'service').length;
}
