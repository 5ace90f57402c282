import { DAY_MS } from '../time/durations.ts';

/**
 * Keeps the process alive until the work has ended. The timers of the system clock do not, and a platform or receiver that responds later may
 * have no open connection meanwhile.
 */
export async function keepProcessAlive<Result>(work: () => Promise<Result>): Promise<Result> {
  const alive = setInterval(() => {}, DAY_MS);
  try {
    return await work();
  } finally {
    clearInterval(alive);
  }
}
