/** Words that make a statement repeatable. The simulated platform does not read them. */
const REPEATABLE: readonly RegExp[] = [/^(grant|revoke)\b/i, /\bif (not )?exists\b/i, /^create or (replace|alter)\b/i];

/** Returns whether the words of a statement make it repeatable. */
export function isRepeatable(statement: string): boolean {
  return REPEATABLE.some((words) => words.test(statement));
}
