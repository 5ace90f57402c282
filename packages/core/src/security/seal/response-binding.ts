/** Returns the binding of a stored response. */
export function responseBinding(tenant: string, key: string): string {
  return `${tenant}\nidempotency\n${key}`;
}
