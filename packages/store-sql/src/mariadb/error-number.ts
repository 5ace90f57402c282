/** Returns the number of a server's error; undefined for other errors. */
export function numberOf(error: unknown): unknown {
  return error instanceof Error && 'errno' in error ? error.errno : undefined;
}
