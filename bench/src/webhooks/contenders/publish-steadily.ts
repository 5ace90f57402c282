import { setTimeout as sleep } from 'node:timers/promises';

/** The rate at which notifications are published. */
export interface SteadyRate {
  /** The number of the first notification. */
  readonly first: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The difference between two successive numbers. @default 1 */
  readonly step?: number;
}

/** The time of a publication, in microseconds of the machine's monotonic clock. */
export interface PublishedOne {
  readonly number: number;
  readonly calledAt: number;
  readonly committedAt: number;
}

/**
 * The maximum number of attempts for one publication. At a rate above the capacity of a store, some wait too long for a
 * connection.
 */
const TRIES = 20;

/**
 * Publishes at a constant rate, even if earlier publications are not committed yet. Resolves when all are committed.
 * Retries rejected publications.
 */
export async function publishSteadily(
  publish: (number: number) => Promise<void>,
  { first, perSecond, seconds, step = 1 }: SteadyRate,
): Promise<readonly PublishedOne[]> {
  const count = Math.round(perSecond * seconds);
  const published: Promise<PublishedOne>[] = [];
  const start = machineMicros();
  const publishOne = async (number: number): Promise<PublishedOne> => {
    const calledAt = machineMicros();
    await untilTaken(() => publish(number));
    return { number, calledAt, committedAt: machineMicros() };
  };
  while (published.length < count) {
    const due = Math.min(count, Math.floor(((machineMicros() - start) / 1e6) * perSecond) + 1);
    while (published.length < due) {
      const one = publishOne(first + published.length * step);
      // The caller that awaits all publications receives the rejection.
      one.catch(() => {});
      published.push(one);
    }
    await sleep(1);
  }
  return Promise.all(published);
}

async function untilTaken(attempt: () => Promise<void>): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Microseconds of a clock that all processes of a machine share. */
function machineMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
