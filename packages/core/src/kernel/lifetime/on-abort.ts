const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function when a signal is aborted. All functions of a signal share one listener: a signal compares each new listener with
 * all existing ones, so that ten thousand waiters would need fifty million comparisons.
 *
 * @param signal - not aborted yet.
 * @param callback - a function of its own for each call. It must not throw.
 * @returns a function that cancels the call.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = callbacks.get(signal) ?? listenTo(signal);
  known.add(callback);
  return () => {
    known.delete(callback);
  };
}

/** Resolves when a signal is aborted. Each call adds a waiter to the signal, so a loop calls it once, before it begins. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const added = new Set<() => void>();
  callbacks.set(signal, added);
  const callAll = (): void => {
    for (const callback of added) callback();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return added;
}
