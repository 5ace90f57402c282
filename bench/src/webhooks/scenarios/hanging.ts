import { spreadOf } from '../../report/spread.ts';
import { CONTENDER_TITLES, type ContenderName, type ContenderOrder } from '../contenders/contender.ts';
import { goalCell } from '../goal.ts';
import { type Bench, contendersThatRun, orderOf, type Scenario } from './scenario.ts';
import { withContender } from './with-contender.ts';

const ENDPOINTS = 100;
const DEADLINE_MS = 5000;
/** The endpoint that does not respond. */
const HANGING = 0;

interface Variant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly options: Partial<ContenderOrder>;
}

const VARIANTS: readonly Variant[] = [
  { name: CONTENDER_TITLES['portcullis-sqlite'], contender: 'portcullis-sqlite', options: {} },
  {
    name: `${CONTENDER_TITLES['bullmq-undici']}, 64 at once`,
    contender: 'bullmq-undici',
    options: { concurrency: 64 },
  },
  {
    name: `${CONTENDER_TITLES['bullmq-undici']}, 256 at once`,
    contender: 'bullmq-undici',
    options: { concurrency: 256 },
  },
];

/** The effect of one endpoint in a hundred that accepts connections and never responds on the other endpoints. */
export const hanging: Scenario = {
  needs: { postgres: false, redis: true },
  async run(bench) {
    const able = contendersThatRun(
      VARIANTS.map(({ contender }) => contender),
      bench.services,
    );
    const variants = VARIANTS.filter(({ contender }) => able.includes(contender));
    const receiver = await bench.startReceiver(ENDPOINTS);
    const silent = await bench.startNodeReceiver({ endpoints: 1, silent: true, attentive: false });
    const urls = { healthy: receiver.urls, hanging: receiver.urls.with(HANGING, silent.urls[0] ?? '') };
    const results = new Map(variants.map((each) => [each, { healthy: [] as number[], hanging: [] as number[] }]));
    for (let round = 0; round < bench.sizes.hanging.rounds; round += 1) {
      for (const variant of orderOf(variants, round)) {
        for (const health of orderOf(['healthy', 'hanging'] as const, round)) {
          const seconds = await measureHealthy(bench, variant, urls[health]);
          results.get(variant)?.[health].push(seconds);
          bench.progress(`round ${round + 1}, ${variant.name}, ${health}: ${seconds.toFixed(2)} s`);
        }
      }
    }
    return {
      title: 'Webhooks, 1 of 100 endpoints hangs: seconds until the other 99 have everything',
      columns: ['contender', 'all respond', 'one hangs', 'one hangs is', 'goal'],
      rows: variants.map((variant) => rowOf(variant, results.get(variant) ?? { healthy: [], hanging: [] })),
    };
  },
};

/** Without a warm-up, which would have to wait for hanging requests. */
async function measureHealthy(bench: Bench, { contender, options }: Variant, urls: readonly string[]): Promise<number> {
  return withContender(bench, { contender, urls, deadlineMs: DEADLINE_MS, ...options }, async (running) => {
    await running.fill(bench.sizes.hanging.deliveries, 'this process');
    const { ms } = await running.drain([HANGING]);
    return ms / 1000;
  });
}

function rowOf(
  { name, contender }: Variant,
  { healthy, hanging }: { readonly healthy: number[]; readonly hanging: number[] },
): string[] {
  const ratio = spreadOf(hanging.map((seconds, round) => seconds / (healthy[round] ?? seconds))).median;
  return [
    name,
    spreadOf(healthy).median.toFixed(2),
    spreadOf(hanging).median.toFixed(2),
    `**${ratio.toFixed(2)} x**`,
    contender === 'portcullis-sqlite' ? goalCell({ is: 'at most', value: 1.3 }, ratio) : '',
  ];
}
