/** Counts queued and ended deliveries, by endpoint. */
export interface Progress {
  expect(endpoint: number, count: number): void;
  ended(endpoint: number): void;
  readonly count: number;
  /** Resolves when all expected deliveries have ended, except those to excluded endpoints. */
  whenDone(except?: readonly number[]): Promise<void>;
}

/** Creates an empty count. */
export function createProgress(): Progress {
  const left = new Map<number, number>();
  const waiting = new Set<() => void>();
  let count = 0;

  const add = (endpoint: number, more: number): void => {
    const rest = (left.get(endpoint) ?? 0) + more;
    if (rest !== 0) left.set(endpoint, rest);
    else left.delete(endpoint);
    if (rest === 0) for (const check of waiting) check();
  };

  return {
    expect: add,
    ended(endpoint) {
      count += 1;
      add(endpoint, -1);
    },
    get count() {
      return count;
    },
    whenDone: (except = []) =>
      new Promise<void>((resolve) => {
        const check = (): void => {
          if (left.size > except.length || [...left.keys()].some((endpoint) => !except.includes(endpoint))) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
