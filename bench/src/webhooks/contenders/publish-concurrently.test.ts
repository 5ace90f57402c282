import { expect, it } from 'vitest';
import { publishConcurrently } from './publish-concurrently.ts';

it('publishes each number once, with the given number of publications in progress', async () => {
  const published: number[] = [];
  let inProgress = 0;
  let most = 0;
  const publish = async (number: number): Promise<void> => {
    published.push(number);
    inProgress += 1;
    most = Math.max(most, inProgress);
    await Promise.resolve();
    inProgress -= 1;
  };
  await publishConcurrently(publish, { first: 5, count: 7, callers: 3 });
  expect(published).toEqual([5, 6, 7, 8, 9, 10, 11]);
  expect(most).toBe(3);
});

it('rejects if a publication is rejected', async () => {
  const publish = () => Promise.reject(new Error('The disk is full.'));
  await expect(publishConcurrently(publish, { first: 0, count: 2, callers: 1 })).rejects.toThrow('The disk is full.');
});
