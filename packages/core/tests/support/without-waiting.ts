import { vi } from 'vitest';

/** Runs a function whose timers, such as those of retries, take no real time. */
export async function withoutWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isDone = false;
    const result = work().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await vi.runAllTimersAsync();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
