/**
 * Returns the message of an error, or the text of any other value that was thrown. It never throws, because not every value has a
 * text: an object without a prototype, or a proxy that refuses every access.
 */
export function errorMessage(error: unknown): string {
  return textOr(() => (error instanceof Error ? error.message : error));
}

/** Returns the name and the message of an error, or the text of any other value that was thrown. It never throws. */
export function errorText(error: unknown): string {
  return textOr(() => (error instanceof Error ? `${error.name}: ${error.message}` : error));
}

/** Returns an error, or any other value that was thrown as one. It never throws. */
export function asError(error: unknown): Error {
  try {
    if (error instanceof Error) return error;
  } catch {
    // A proxy may refuse the question.
  }
  return new Error(errorMessage(error), { cause: error });
}

function textOr(read: () => unknown): string {
  try {
    return String(read());
  } catch {
    return 'A value without a text was thrown.';
  }
}
