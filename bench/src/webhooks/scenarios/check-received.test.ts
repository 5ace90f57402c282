import { describe, expect, it } from 'vitest';
import type { Receiver } from '../receivers/receiver.ts';
import { checkReceived } from './check-received.ts';

async function problemsOf(ids: readonly string[], deliveries: number): Promise<readonly string[]> {
  const problems: string[] = [];
  const receiver: Receiver = {
    name: 'a list',
    urls: [],
    received: async () => ids,
    lastArrivalAt: async () => 0,
    stop: async () => {},
  };
  await checkReceived({ problem: (text) => problems.push(text) }, receiver, { deliveries, what: 'a contender' });
  return problems;
}

describe('the received deliveries', () => {
  it('are correct if every delivery arrived once', async () => {
    expect(await problemsOf(['a', 'b'], 2)).toEqual([]);
  });

  it.each([
    [['a'], 2, ['a contender: 1 of 2 deliveries came.']],
    [['a', 'b', 'a'], 2, ['a contender: 1 requests were repetitions.']],
    [['a', 'a'], 2, ['a contender: 1 of 2 deliveries came.', 'a contender: 1 requests were repetitions.']],
    [['a 1', '- 1'], 2, ['a contender: a request had no webhook-id.']],
  ])('are incorrect with %j of %i', async (ids, deliveries, problems) => {
    expect(await problemsOf(ids, deliveries)).toEqual(problems);
  });
});
