import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

it('is done when as much has ended at each endpoint as is expected there, and not when as much has ended elsewhere', async () => {
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

it('does not wait for endpoints that are left out', async () => {
  const progress = createProgress();
  progress.expect(0, 1);
  progress.expect(1, 1);
  progress.ended(1);
  await progress.whenDone([0]);
});
