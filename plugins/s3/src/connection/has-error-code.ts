/** Returns whether an error has one of these codes of AWS, which the SDK gives it as its name. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(error.name);
}
