/** Counts the running calls of a store, so that its close can wait for them. */
export interface CallCounter {
  begin(): void;
  end(): void;
  /** Resolves when no call runs, or after some milliseconds. */
  ended(maxMs: number): Promise<void>;
}

/** Creates a {@link CallCounter}. */
export function createCallCounter(): CallCounter {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      if (count === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    async ended(maxMs) {
      if (count === 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        timer = setTimeout(resolve, maxMs);
      });
      clearTimeout(timer);
    },
  };
}
