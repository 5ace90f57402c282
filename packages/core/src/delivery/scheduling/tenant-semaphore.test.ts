import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTenantSemaphore } from './tenant-semaphore.ts';

function start() {
  const freed: number[] = [];
  const reached: unknown[] = [];
  const semaphore = createTenantSemaphore({
    onFree: (webhookId) => freed.push(webhookId),
    onReached: (...each) => reached.push(each),
  });
  return { semaphore, freed, reached };
}

it('reserves no more permits than the limit, over all batches', () => {
  const { semaphore } = start();
  const [first, second] = [semaphore.beginBatch(), semaphore.beginBatch()];
  expect(first.acquire('acme', 5, 4)).toBe(4);
  expect(second.acquire('acme', 5, 4)).toBe(1);
  expect(second.acquire('acme', 5, 4)).toBe(0);
  expect(second.acquire('bolt', 5, 4)).toBe(4);
});

it('releases the permits that a batch has not used, and resumes endpoint queues that wait', () => {
  const { semaphore, freed, reached } = start();
  const batch = semaphore.beginBatch();
  batch.acquire('acme', 3, 3);
  for (const webhookId of [7, 8, 9]) semaphore.wait(webhookId, 'acme');
  expect(reached).toEqual([['acme', 3]]);
  batch.releaseUnused(new Map([['acme', 2]]));
  expect(freed).toEqual([7]);
  expect([7, 8].map(semaphore.isWaiting)).toEqual([false, true]);
  semaphore.release('acme');
  expect(freed).toEqual([7, 8, 9]);
});

it('releases all permits of a batch that failed', () => {
  const { semaphore } = start();
  const failed = semaphore.beginBatch();
  failed.acquire('acme', 3, 3);
  failed.releaseUnused();
  failed.releaseUnused();
  expect(semaphore.beginBatch().acquire('acme', 3, 9)).toBe(3);
});

it('applies a limit that was lowered or raised', () => {
  const { semaphore, freed } = start();
  const batch = semaphore.beginBatch();
  batch.acquire('acme', 4, 4);
  batch.releaseUnused(new Map([['acme', 4]]));
  expect(semaphore.beginBatch().acquire('acme', 2, 1)).toBe(0);
  semaphore.wait(7, 'acme');
  semaphore.release('acme');
  semaphore.release('acme');
  expect(freed).toEqual([]);
  semaphore.release('acme');
  expect(freed).toEqual([7]);
  expect(semaphore.beginBatch().acquire('acme', 10, 10)).toBe(9);
});

it('does not keep an endpoint queue waiting that begins to wait when all others have ended', () => {
  const { semaphore, freed } = start();
  const [first, second] = [semaphore.beginBatch(), semaphore.beginBatch()];
  first.acquire('acme', 1, 1);
  expect(second.acquire('acme', 1, 1)).toBe(0);
  first.releaseUnused();
  semaphore.wait(7, 'acme');
  second.releaseUnused();
  expect(freed).toEqual([7]);
});

it('resumes the next endpoint queue if the first one took no permit', () => {
  const { semaphore, freed } = start();
  const batch = semaphore.beginBatch();
  batch.acquire('acme', 1, 1);
  for (const webhookId of [7, 8]) semaphore.wait(webhookId, 'acme');
  batch.releaseUnused();
  expect(freed).toEqual([7]);
  semaphore.passOn(7);
  expect(freed).toEqual([7, 8]);
});

it('never leaves an endpoint queue waiting while nothing is in progress', () => {
  const action = fc.record({ want: fc.integer({ min: 1, max: 6 }), used: fc.nat(6), releases: fc.nat(6) });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (actions, limit) => {
      const { semaphore, freed } = start();
      let running = 0;
      for (const [webhookId, { want, used, releases }] of actions.entries()) {
        const batch = semaphore.beginBatch();
        const permits = batch.acquire('acme', limit, want);
        const claimed = Math.min(used, permits);
        if (permits < want) semaphore.wait(webhookId, 'acme');
        batch.releaseUnused(new Map([['acme', claimed]]));
        running += claimed;
        expect(running).toBeLessThanOrEqual(limit);
        for (let each = 0; each < releases && running > 0; each += 1) {
          running -= 1;
          semaphore.release('acme');
        }
        for (const freedId of freed) semaphore.passOn(freedId);
        const waiting = actions.filter((_each, index) => semaphore.isWaiting(index));
        if (running === 0) expect(waiting).toEqual([]);
      }
    }),
  );
});
