import type { Sql, Step } from '@portcullis/plugin-api';

/** The statements of steps, for a remediation. */
export function statementsOf(steps: readonly Step[]): readonly Sql[] {
  return steps.flatMap((step) => ('text' in step ? [step.text] : []));
}
