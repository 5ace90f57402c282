import { PgBoss } from 'pg-boss';
import type { Contender, ContenderOrder, Ended } from './contender.ts';
import { type PeerDelivery, peerDelivery, peerFanOut } from './deliveries.ts';
import { createUndiciSender } from './peer-sender.ts';

const QUEUE = 'deliveries';
const CHUNK = 1000;
/** Four workers of 64 jobs. Each fetches again immediately after a full batch, and is notified of new jobs. */
const WORK = {
  batchSize: 64,
  localConcurrency: 4,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/**
 * One job for each delivery, with retries that back off. Finished jobs are kept, as a history of the last attempt of
 * each.
 */
export async function createPgBossContender(
  { urls, deadlineMs, postgres }: ContenderOrder,
  ended: Ended,
): Promise<Contender> {
  const connections = WORK.batchSize * WORK.localConcurrency;
  const send = createUndiciSender({ urls, deadlineMs, connections });
  const boss = new PgBoss({ connectionString: postgres ?? '', max: 10, schedule: false, useListenNotify: true });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE, { retryLimit: 9, retryDelay: 5, retryBackoff: true, notify: true });
  let filled = 0;

  const deliver = async ({ id, data }: { readonly id: string; readonly data: PeerDelivery }) => {
    try {
      await send(data);
      return { id, status: 'completed' as const, endpoint: data.endpoint, output: undefined };
    } catch (error) {
      return { id, status: 'failed' as const, endpoint: undefined, output: { message: String(error) } };
    }
  };

  return {
    async fill(count) {
      for (let done = 0; done < count; done += CHUNK) {
        const jobs = Array.from({ length: Math.min(CHUNK, count - done) }, () => ({
          data: peerDelivery(filled++, urls.length),
        }));
        await boss.insert(QUEUE, jobs);
      }
    },
    async begin() {
      await boss.work<PeerDelivery, unknown, typeof WORK>(QUEUE, WORK, async (jobs) => {
        const results = await Promise.all(jobs.map(deliver));
        // Reported before pg-boss records the result, which favours this contender.
        for (const { endpoint } of results) if (endpoint !== undefined) ended(endpoint);
        return results.map(({ id, status, output }) => ({ id, status, output }));
      });
    },
    halt: () => boss.offWork(QUEUE, { wait: true }),
    async publish(number) {
      await boss.send(QUEUE, peerDelivery(number, urls.length));
    },
    async publishToAll(notification) {
      await boss.insert(
        QUEUE,
        peerFanOut(notification, urls.length).map((data) => ({ data })),
      );
    },
    close: () => boss.stop({ timeout: 5000 }),
  };
}
