import { setTimeout as sleep } from 'node:timers/promises';

/** How often something is published. */
export interface SteadyRate {
  /** The number of the first. */
  readonly first: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** When one was published, in microseconds of the machine's monotonic clock. */
export interface PublishedOne {
  readonly number: number;
  readonly calledAt: number;
  readonly committedAt: number;
}

/** Publishes at a rate, whether or not those before are committed, and resolves when all are. */
export async function publishSteadily(
  publish: (number: number) => Promise<void>,
  { first, perSecond, seconds }: SteadyRate,
): Promise<readonly PublishedOne[]> {
  const count = Math.round(perSecond * seconds);
  const published: Promise<PublishedOne>[] = [];
  const start = machineMicros();
  const publishOne = async (number: number): Promise<PublishedOne> => {
    const calledAt = machineMicros();
    await publish(number);
    return { number, calledAt, committedAt: machineMicros() };
  };
  while (published.length < count) {
    const due = Math.min(count, Math.floor(((machineMicros() - start) / 1e6) * perSecond) + 1);
    while (published.length < due) published.push(publishOne(first + published.length));
    await sleep(1);
  }
  return Promise.all(published);
}

/** Microseconds of a clock that all processes of a machine share. */
function machineMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
