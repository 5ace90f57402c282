import type { Statement, Step } from '@portcullis/plugin-api';

/** Returns the statements of steps, for a remediation. */
export function statementsOf(steps: readonly Step[]): readonly Statement[] {
  return steps.flatMap((step) => ('text' in step ? [step.text] : []));
}
