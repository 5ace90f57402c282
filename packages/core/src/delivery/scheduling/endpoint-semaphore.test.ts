import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createEndpointSemaphore, MAX_WAIT_MS } from './endpoint-semaphore.ts';

const CAP = 2;

/** A semaphore whose permits for endpoint queue 1 are all in use, and the results of the deliveries that wait. */
async function withoutFreePermits(waiting: number) {
  const clock = createFakeClock();
  const semaphore = createEndpointSemaphore(clock);
  const reported: (boolean | undefined)[] = [];
  const take = (webhookId: number): void => {
    const index = reported.push(undefined) - 1;
    void (async () => {
      reported[index] = await semaphore.acquire(webhookId, CAP);
    })();
  };
  for (let each = 0; each < CAP + waiting; each += 1) take(1);
  const seen = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return reported.slice(CAP);
  };
  await seen();
  expect(reported.slice(0, CAP)).toEqual([true, true]);
  return { clock, semaphore, take, seen };
}

describe('the endpoint semaphore', () => {
  it('gives a released permit to the first waiting delivery after a success', async () => {
    const { semaphore, seen } = await withoutFreePermits(2);
    expect(await seen()).toEqual([undefined, undefined]);
    expect(semaphore.waiting).toBe(2);
    semaphore.release(1, true);
    expect(await seen()).toEqual([true, undefined]);
    expect(semaphore.waiting).toBe(1);
    semaphore.release(1, true);
    expect(await seen()).toEqual([true, true]);
    expect(semaphore.waiting).toBe(0);
  });

  it('has a free permit after a release if no delivery waits', async () => {
    const { semaphore } = await withoutFreePermits(0);
    semaphore.release(1, true);
    expect(semaphore.acquire(1, CAP)).toBe(true);
    expect(semaphore.waiting).toBe(0);
    void semaphore.acquire(1, CAP);
    expect(semaphore.waiting).toBe(1);
  });

  it('cancels all waiting deliveries of an endpoint after a failure, and no others', async () => {
    const { semaphore, take, seen } = await withoutFreePermits(2);
    for (let each = 0; each < CAP + 1; each += 1) take(2);
    semaphore.release(1, false);
    expect(await seen()).toEqual([false, false, true, true, undefined]);
    expect(semaphore.waiting).toBe(1);
    expect(semaphore.acquire(1, CAP)).toBe(true);
  });

  it('cancels each delivery after its maximum wait', async () => {
    const { clock, take, seen, semaphore } = await withoutFreePermits(1);
    clock.advance(100);
    take(1);
    clock.advance(MAX_WAIT_MS - 101);
    expect(await seen()).toEqual([undefined, undefined]);
    clock.advance(1);
    expect(await seen()).toEqual([false, undefined]);
    clock.advance(100);
    expect(await seen()).toEqual([false, false]);
    expect(semaphore.waiting).toBe(0);
  });

  it('measures the wait of a later delivery from its own beginning', async () => {
    const { clock, semaphore, take, seen } = await withoutFreePermits(1);
    clock.advance(200);
    semaphore.release(1, true);
    take(1);
    clock.advance(MAX_WAIT_MS - 200);
    expect(await seen()).toEqual([true, undefined]);
    clock.advance(200);
    expect(await seen()).toEqual([true, false]);
    expect(semaphore.waiting).toBe(0);
  });

  it('cancels waiting and later deliveries once it is stopped', async () => {
    const { semaphore, take, seen } = await withoutFreePermits(1);
    semaphore.stop();
    take(1);
    expect(await seen()).toEqual([false, false]);
    expect(semaphore.waiting).toBe(0);
    semaphore.release(1, true);
    expect(semaphore.acquire(1, CAP)).toBe(true);
  });

  it('uses a single timer for any number of waiting deliveries', async () => {
    const { clock } = await withoutFreePermits(3);
    expect(clock.waiting).toBe(1);
  });
});
