import type { ScriptStep } from '@portcullis/plugin-api';

/**
 * Statements with a password. They are passed to a procedure as arguments and not as text, because the catalog stores
 * the body of a procedure. Source: Amazon Redshift Database Developer Guide, "CREATE PROCEDURE", note on securing
 * sensitive values.
 */
const WITH_PASSWORD = /^(CREATE|ALTER) USER\s[\s\S]*\bPASSWORD (?!DISABLE\b|NULL\b)/;

/** Returns the steps of a block whose statements are arguments, in order. */
export function secretSteps(steps: readonly ScriptStep[]): readonly ScriptStep[] {
  return steps.filter((step) => step.object.kind === 'user' && step.action !== 'drop' && WITH_PASSWORD.test(step.text));
}
