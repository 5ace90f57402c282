import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker';
import type { Contender, ContenderOrder, Ended } from './contender.ts';
import { type PeerDelivery, peerDelivery, peerFanOut } from './deliveries.ts';
import { createUndiciSender } from './peer-sender.ts';

const CONCURRENCY = 64;
const CHUNK = 1000;

/**
 * One job for each delivery, batched as on the page "Performance" of its documentation. Finished jobs are removed, so
 * there is no history.
 */
export async function createGraphileWorkerContender(order: ContenderOrder, ended: Ended): Promise<Contender> {
  const { urls, deadlineMs, concurrency = CONCURRENCY } = order;
  const send = createUndiciSender({ urls, deadlineMs, connections: concurrency });
  const preset = {
    worker: {
      connectionString: order.postgres ?? '',
      concurrentJobs: concurrency,
      maxPoolSize: 25,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger: new Logger(() => () => {}),
    },
  };
  const utils = await makeWorkerUtils({ preset });
  await utils.migrate();
  let filled = 0;
  let runner: Runner | undefined;

  const halt = async (): Promise<void> => {
    await runner?.stop();
    runner = undefined;
  };

  return {
    async fill(count) {
      for (let done = 0; done < count; done += CHUNK) {
        const jobs = Array.from({ length: Math.min(CHUNK, count - done) }, () => ({
          identifier: 'deliver',
          payload: peerDelivery(filled++, urls.length),
        }));
        await utils.addJobs(jobs);
      }
    },
    async begin() {
      const taskList = {
        deliver: async (payload: unknown) => {
          const delivery = payload as PeerDelivery;
          await send(delivery);
          // Reported before the result is recorded, which favours this contender.
          ended(delivery.endpoint);
        },
      };
      runner = await run({ preset, taskList, noHandleSignals: true });
    },
    halt,
    async publish(number) {
      await utils.addJob('deliver', peerDelivery(number, urls.length));
    },
    async publishToAll(notification) {
      await utils.addJobs(peerFanOut(notification, urls.length).map((payload) => ({ identifier: 'deliver', payload })));
    },
    async close() {
      await halt();
      await utils.release();
    },
  };
}
