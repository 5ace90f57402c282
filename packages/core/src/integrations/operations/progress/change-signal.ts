/** A signal that wakes all of its waiters. */
export interface ChangeSignal {
  notify(): void;
  /** Resolves at the next notification. */
  wait(): Promise<void>;
}

/** Creates a signal. */
export function createChangeSignal(): ChangeSignal {
  let next = Promise.withResolvers<void>();
  return {
    notify() {
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve();
    },
    wait: () => next.promise,
  };
}
