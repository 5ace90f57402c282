/** Milliseconds for which statements may follow each other without other work of the thread. */
const TURN_MS = 10;

/** Returns undefined, or a promise that resolves once the thread has done its other work. */
export type EventLoopTurns = () => Promise<void> | undefined;

/**
 * Creates the function that a store calls before statements. The statements of `node:sqlite` are synchronous, and those that only
 * read wait for nothing: without it, a loop over a large table would keep the thread from all other work until its end.
 */
export function createEventLoopTurns(): EventLoopTurns {
  let began: number | undefined;
  const end = (): void => {
    began = undefined;
  };
  return () => {
    if (began === undefined) {
      began = performance.now();
      setImmediate(end);
      return undefined;
    }
    return performance.now() - began < TURN_MS ? undefined : new Promise((resolve) => setImmediate(resolve));
  };
}
