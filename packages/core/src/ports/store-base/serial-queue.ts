/** Runs tasks one after the other, in the order of the calls. */
export interface SerialQueue {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Creates an empty queue. The queue continues after a task that rejects. */
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
      // The queue stays busy during the handover, so that a new task cannot overtake waiting ones.
      if (next) next();
      else busy = false;
    }
  }

  return { run };
}
