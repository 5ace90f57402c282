/** Returns the binding of a kept answer. */
export function answerBinding(tenant: string, key: string): string {
  return `${tenant}\nidempotency\n${key}`;
}
