import type { ScriptStep } from '@portcullis/plugin-api';

/**
 * Statements that carry a password. They go into a procedure as arguments and not as text: what stands in the body of a
 * procedure is kept in the catalog. Source: Amazon Redshift Database Developer Guide, "CREATE PROCEDURE", note on securing
 * sensitive values.
 */
const WITH_PASSWORD = /^(CREATE|ALTER) USER\s[\s\S]*\bPASSWORD (?!DISABLE\b|NULL\b)/;

/** The steps of a block whose statements are arguments, in order. */
export function secretSteps(steps: readonly ScriptStep[]): readonly ScriptStep[] {
  return steps.filter((step) => step.object.kind === 'user' && step.action !== 'drop' && WITH_PASSWORD.test(step.text));
}
