import { expect, it, onTestFinished, vi } from 'vitest';
import { whenFree } from './when-free.ts';

it('a file that another program keeps locked is an error with the remedy', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
  let attempts = 0;
  const waiting = whenFree(async () => {
    attempts += 1;
    now += 2000;
    throw busy;
  });
  await expect(waiting).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: 'Another program has had the file locked for 5 s: end its transaction, or close it.',
    cause: busy,
  });
  expect(attempts).toBe(3);
});
