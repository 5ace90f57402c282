import type { Receiver } from '../receivers/receiver.ts';
import type { Bench } from './scenario.ts';

/** Reports missing and duplicate deliveries. Clears the log of the receiver. */
export async function checkReceived(
  bench: Pick<Bench, 'problem'>,
  receiver: Receiver,
  expected: { readonly deliveries: number; readonly what: string },
): Promise<void> {
  const ids = await receiver.received(expected.deliveries);
  const distinct = new Set(ids).size;
  const { deliveries, what } = expected;
  if (ids.some((id) => id.startsWith('- '))) bench.problem(`${what}: a request had no webhook-id.`);
  if (distinct !== deliveries) bench.problem(`${what}: ${distinct} of ${deliveries} deliveries came.`);
  if (ids.length !== distinct) bench.problem(`${what}: ${ids.length - distinct} requests were repetitions.`);
}
