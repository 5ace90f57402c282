/** Words with which a statement says itself that it may be repeated. The simulated platform does not read them. */
const REPEATABLE: readonly RegExp[] = [/^(grant|revoke)\b/i, /\bif (not )?exists\b/i, /^create or (replace|alter)\b/i];

/** Returns whether a statement may be repeated by what it says. */
export function isRepeatable(statement: string): boolean {
  return REPEATABLE.some((words) => words.test(statement));
}
