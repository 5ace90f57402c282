/** Runs tasks one after the other, in the order of the calls. */
export interface SerialQueue {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Makes an empty queue. A task that rejects does not stop the next. */
export function createSerialQueue(): SerialQueue {
  const waiting: (() => void)[] = [];
  let busy = false;

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (busy) await new Promise<void>((resolve) => waiting.push(resolve));
    busy = true;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The turn is handed over while still busy: a newcomer must not overtake those who wait.
      if (next) next();
      else busy = false;
    }
  }

  return { run };
}
