/** Records what has been started, to stop it in reverse order. */
export interface Closer {
  add(stop: () => Promise<void>): void;
  /** Stops all of them, even after a failure, and then rejects with the first failure. */
  close(): Promise<void>;
}

/** Creates an empty {@link Closer}. */
export function createCloser(): Closer {
  const stops: (() => Promise<void>)[] = [];
  return {
    add(stop) {
      stops.push(stop);
    },
    async close() {
      const failures: unknown[] = [];
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
        await stop().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
