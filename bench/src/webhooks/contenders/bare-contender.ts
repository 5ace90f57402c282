import type { Contender, ContenderOrder, Ended } from './contender.ts';
import { peerDelivery } from './deliveries.ts';
import { createUndiciSender } from './peer-sender.ts';

/** The number of concurrent requests. */
const CONCURRENCY = 64;

/** Requests only: no queue, no store, no retry. Its rate is the maximum of the sender and the receiver. */
export function createBareContender(
  { urls, deadlineMs, concurrency = CONCURRENCY, tls }: ContenderOrder,
  ended: Ended,
): Contender {
  const send = createUndiciSender({ urls, deadlineMs, connections: concurrency, tls });
  let next = 0;
  let until = 0;

  const sendOne = async (number: number): Promise<void> => {
    const delivery = peerDelivery(number, urls.length);
    await send(delivery);
    ended(delivery.endpoint);
  };
  const sendInTurn = async (): Promise<void> => {
    while (next < until) await sendOne(next++);
  };

  return {
    async fill(count) {
      until += count;
    },
    async begin() {
      for (let sender = 0; sender < concurrency; sender += 1) void sendInTurn();
    },
    async halt() {},
    async publish(number) {
      void sendOne(number);
    },
    async close() {},
  };
}
