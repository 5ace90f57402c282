import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

it('is complete when each endpoint has its expected number of ended deliveries, even if the total is reached earlier', async () => {
  const progress = createProgress();
  progress.expect(0, 2);
  progress.expect(1, 1);
  let done = false;
  const waiting = progress.whenDone().then(() => {
    done = true;
  });
  for (const endpoint of [0, 0, 0]) progress.ended(endpoint);
  await Promise.resolve();
  expect(done).toBe(false);
  progress.expect(0, 1);
  progress.ended(1);
  await waiting;
  expect(progress.count).toBe(4);
});

it('does not wait for excluded endpoints', async () => {
  const progress = createProgress();
  progress.expect(0, 1);
  progress.expect(1, 1);
  progress.ended(1);
  await progress.whenDone([0]);
});
