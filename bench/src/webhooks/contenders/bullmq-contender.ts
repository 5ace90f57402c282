import { Queue, Worker } from 'bullmq';
import type { Contender, ContenderOrder, Ended } from './contender.ts';
import { type PeerDelivery, peerDelivery, peerFanOut } from './deliveries.ts';
import { createFetchSender, createUndiciSender } from './peer-sender.ts';

/** The number of concurrent jobs. */
const CONCURRENCY = 64;
const CHUNK = 1000;

/**
 * One job for each delivery, with exponential retries. Finished jobs are removed, which is fastest for BullMQ, unless
 * all jobs are kept: then Redis syncs the last state of each job to the disk before it responds.
 */
export async function createBullMqContender(
  order: ContenderOrder,
  ended: Ended,
  by: 'fetch' | 'undici',
): Promise<Contender> {
  const { urls, deadlineMs, concurrency = CONCURRENCY, keepsAll = false } = order;
  const { hostname: host, port } = new URL(order.redis ?? '');
  const connection = { host, port: Number(port), maxRetriesPerRequest: null };
  const createSender = by === 'fetch' ? createFetchSender : createUndiciSender;
  const send = createSender({ urls, deadlineMs, connections: concurrency });
  const queue = new Queue<PeerDelivery>('deliveries', {
    connection,
    defaultJobOptions: { attempts: 10, backoff: { type: 'exponential', delay: 5000 }, removeOnComplete: !keepsAll },
  });
  const worker = new Worker<PeerDelivery>('deliveries', ({ data }) => send(data), {
    connection,
    concurrency,
    autorun: false,
  });
  worker.on('error', (error) => console.error(error));
  worker.on('completed', ({ data }) => ended(data.endpoint));
  await worker.waitUntilReady();
  let filled = 0;
  let started = false;

  return {
    async fill(count) {
      for (let done = 0; done < count; done += CHUNK) {
        const jobs = Array.from({ length: Math.min(CHUNK, count - done) }, () => ({
          name: 'deliver',
          data: peerDelivery(filled++, urls.length),
        }));
        await queue.addBulk(jobs);
      }
    },
    async begin() {
      if (started) worker.resume();
      else void worker.run();
      started = true;
    },
    halt: () => worker.pause(),
    async publish(number) {
      await queue.add('deliver', peerDelivery(number, urls.length));
    },
    async publishToAll(notification) {
      await queue.addBulk(peerFanOut(notification, urls.length).map((data) => ({ name: 'deliver', data })));
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}
