/** A command line or a file that is not right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
