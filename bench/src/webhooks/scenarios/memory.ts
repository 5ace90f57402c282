import { goalCell } from '../goal.ts';
import { checkReceived } from './check-received.ts';
import type { Scenario } from './scenario.ts';
import { withContender } from './with-contender.ts';

const ENDPOINTS = 100;
/** Notifications in one transaction. */
const TOGETHER = 100;
const MEGABYTE = 1024 * 1024;

/** The memory of one instance after many deliveries, which must not exceed that after the first share of them. */
export const memory: Scenario = {
  needs: { postgres: false, redis: false },
  async run(bench) {
    const { deliveries, samples } = bench.sizes.memory;
    const share = deliveries / samples;
    const receiver = await bench.startReceiver(ENDPOINTS);
    const sizes = await withContender(
      bench,
      { contender: 'portcullis-sqlite', urls: receiver.urls },
      async (contender) => {
        const megabytes: number[] = [];
        await contender.begin();
        while (megabytes.length < samples) {
          await contender.publishBatched(megabytes.length * share, share, TOGETHER);
          megabytes.push((await contender.status()).rssBytes / MEGABYTE);
          bench.progress(`share ${megabytes.length} of ${samples}: ${megabytes.at(-1)?.toFixed(0)} MB`);
          await checkReceived(bench, receiver, { deliveries: share, what: `share ${megabytes.length}` });
        }
        return megabytes;
      },
    );
    const [first = 0] = sizes;
    const growth = (sizes.at(-1) ?? 0) - first;
    return {
      title: 'Webhooks, memory: RSS of a process that delivers on, on SQLite',
      columns: ['deliveries', 'RSS, MB', 'growth, MB', 'goal'],
      rows: sizes.map((size, index) => [
        ((index + 1) * share).toLocaleString('en'),
        size.toFixed(0),
        (size - first).toFixed(0),
        index === sizes.length - 1 ? goalCell({ is: 'at most', value: 50 }, growth) : '',
      ]),
    };
  },
};
