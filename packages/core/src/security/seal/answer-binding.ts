/** Returns the binding of a stored response. */
export function answerBinding(tenant: string, key: string): string {
  return `${tenant}\nidempotency\n${key}`;
}
