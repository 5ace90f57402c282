/** The error for an invalid command line or file. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
