/** Returns the binding of a kept answer. */
export function answerBinding(key: string): string {
  return `idempotency\n${key}`;
}
