import { describe, expect, it } from 'vitest';
import { publishSteadily } from './publish-steadily.ts';

const RATE = { first: 7, perSecond: 1000, seconds: 0.01 };

describe('publishing at a constant rate', () => {
  it('publishes each number once, and returns the times', async () => {
    const numbers: number[] = [];
    const published = await publishSteadily(async (number) => void numbers.push(number), RATE);
    expect(numbers).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(published.map(({ number }) => number)).toEqual(numbers);
    for (const { calledAt, committedAt } of published) expect(committedAt).toBeGreaterThanOrEqual(calledAt);
  });

  it('publishes every n-th number', async () => {
    const numbers: number[] = [];
    await publishSteadily(async (number) => void numbers.push(number), { ...RATE, perSecond: 300, step: 100 });
    expect(numbers).toEqual([7, 107, 207]);
  });

  it('retries rejected publications a limited number of times', async () => {
    let refused = 0;
    const published = await publishSteadily(async (number) => {
      if (number === 9 && refused++ < 3) throw new Error('busy');
    }, RATE);
    expect(published).toHaveLength(10);
    expect(refused).toBe(4);
    const never = publishSteadily(() => Promise.reject(new Error('gone')), RATE);
    await expect(never).rejects.toThrow('gone');
  });
});
