/** What a kept answer is bound to. */
export function answerBinding(key: string): string {
  return `idempotency\n${key}`;
}
