/** An object that reports a broken connection as an event. */
export interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The first error of each observed client, if there was one. */
const firstErrors = new WeakMap<object, { error?: Error }>();

/**
 * Listens for the errors of a client from now until its end. The queries of a broken connection fail and report it;
 * an event without a listener would end the process. The listener is never removed, because a client can break while
 * it passes from one owner to the next.
 */
export function observeErrors(source: ErrorSource): void {
  if (firstErrors.has(source)) return;
  const first: { error?: Error } = {};
  firstErrors.set(source, first);
  source.on('error', (error) => {
    first.error ??= error;
  });
}

/** Records an error that broke an observed client and that one of its queries received instead of the listener. */
export function recordError(source: object, error: Error): void {
  const first = firstErrors.get(source);
  if (first) first.error ??= error;
}

/** Returns whether an object is observed. */
export function isObserved(source: object): boolean {
  return firstErrors.has(source);
}

/** Returns the error that broke an observed client. */
export function firstErrorOf(source: object): Error | undefined {
  return firstErrors.get(source)?.error;
}
