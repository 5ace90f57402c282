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

it('gives out as many places as the limit, also to batches that overlap', () => {
  const { semaphore } = start();
  const [first, second] = [semaphore.begin(), semaphore.begin()];
  expect(first.take('acme', 5, 4)).toBe(4);
  expect(second.take('acme', 5, 4)).toBe(1);
  expect(second.take('acme', 5, 4)).toBe(0);
  expect(second.take('bolt', 5, 4)).toBe(4);
});

it('takes back the places that a batch has not used, and gives them to endpoint queues that wait', () => {
  const { semaphore, freed, reached } = start();
  const batch = semaphore.begin();
  batch.take('acme', 3, 3);
  for (const webhookId of [7, 8, 9]) semaphore.wait(webhookId, 'acme');
  expect(reached).toEqual([['acme', 3]]);
  batch.end(new Map([['acme', 2]]));
  expect(freed).toEqual([7]);
  expect([7, 8].map(semaphore.isWaiting)).toEqual([false, true]);
  semaphore.release('acme');
  expect(freed).toEqual([7, 8, 9]);
});

it('takes back everything of a batch that failed', () => {
  const { semaphore } = start();
  const failed = semaphore.begin();
  failed.take('acme', 3, 3);
  failed.end();
  failed.end();
  expect(semaphore.begin().take('acme', 3, 9)).toBe(3);
});

it('obeys a limit that was lowered or raised', () => {
  const { semaphore, freed } = start();
  const batch = semaphore.begin();
  batch.take('acme', 4, 4);
  batch.end(new Map([['acme', 4]]));
  expect(semaphore.begin().take('acme', 2, 1)).toBe(0);
  semaphore.wait(7, 'acme');
  semaphore.release('acme');
  semaphore.release('acme');
  expect(freed).toEqual([]);
  semaphore.release('acme');
  expect(freed).toEqual([7]);
  expect(semaphore.begin().take('acme', 10, 10)).toBe(9);
});

it('does not keep an endpoint queue waiting that begins to wait when all others have ended', () => {
  const { semaphore, freed } = start();
  const [first, second] = [semaphore.begin(), semaphore.begin()];
  first.take('acme', 1, 1);
  expect(second.take('acme', 1, 1)).toBe(0);
  first.end();
  semaphore.wait(7, 'acme');
  second.end();
  expect(freed).toEqual([7]);
});

it('gives a place to the next endpoint queue where the first one did not take it', () => {
  const { semaphore, freed } = start();
  const batch = semaphore.begin();
  batch.take('acme', 1, 1);
  for (const webhookId of [7, 8]) semaphore.wait(webhookId, 'acme');
  batch.end();
  expect(freed).toEqual([7]);
  semaphore.passOn(7);
  expect(freed).toEqual([7, 8]);
});

it('never leaves an endpoint queue waiting where nothing is in progress', () => {
  const action = fc.record({ want: fc.integer({ min: 1, max: 6 }), used: fc.nat(6), releases: fc.nat(6) });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (actions, limit) => {
      const { semaphore, freed } = start();
      let running = 0;
      for (const [webhookId, { want, used, releases }] of actions.entries()) {
        const batch = semaphore.begin();
        const places = batch.take('acme', limit, want);
        const claimed = Math.min(used, places);
        if (places < want) semaphore.wait(webhookId, 'acme');
        batch.end(new Map([['acme', claimed]]));
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
