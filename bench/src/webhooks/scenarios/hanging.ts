import { spreadOf } from '../../report/spread.ts';
import { ARMS, type ArmName, type ArmOrder } from '../arms/arm.ts';
import { judge } from '../goal.ts';
import { armsThatRun, type Bench, orderOf, type Scenario } from './scenario.ts';
import { withArm } from './with-arm.ts';

const ENDPOINTS = 100;
const DEADLINE_MS = 5000;
/** The endpoint that does not answer. */
const HANGING = 0;

interface Contender {
  readonly name: string;
  readonly arm: ArmName;
  readonly options: Partial<ArmOrder>;
}

const CONTENDERS: readonly Contender[] = [
  { name: ARMS['portcullis-sqlite'], arm: 'portcullis-sqlite', options: {} },
  { name: `${ARMS['bullmq-undici']}, 64 at once`, arm: 'bullmq-undici', options: { concurrency: 64 } },
  { name: `${ARMS['bullmq-undici']}, 256 at once`, arm: 'bullmq-undici', options: { concurrency: 256 } },
];

/** The effect of one endpoint in a hundred that accepts connections and never answers on the other endpoints. */
export const hanging: Scenario = {
  needs: { postgres: false, redis: true },
  async run(bench) {
    const able = armsThatRun(
      CONTENDERS.map(({ arm }) => arm),
      bench.surroundings,
    );
    const contenders = CONTENDERS.filter(({ arm }) => able.includes(arm));
    const receiver = await bench.startReceiver(ENDPOINTS);
    const silent = await bench.startNodeReceiver({ endpoints: 1, silent: true, attentive: false });
    const urls = { well: receiver.urls, ill: receiver.urls.with(HANGING, silent.urls[0] ?? '') };
    const results = new Map(contenders.map((each) => [each, { well: [] as number[], ill: [] as number[] }]));
    for (let round = 0; round < bench.sizes.hanging.rounds; round += 1) {
      for (const contender of orderOf(contenders, round)) {
        for (const health of orderOf(['well', 'ill'] as const, round)) {
          const seconds = await measureHealthy(bench, contender, urls[health]);
          results.get(contender)?.[health].push(seconds);
          bench.progress(`round ${round + 1}, ${contender.name}, ${health}: ${seconds.toFixed(2)} s`);
        }
      }
    }
    return {
      title: 'Webhooks, 1 of 100 endpoints hangs: seconds until the other 99 have everything',
      columns: ['arm', 'all answer', 'one hangs', 'one hangs is', 'goal'],
      rows: contenders.map((contender) => rowOf(contender, results.get(contender) ?? { well: [], ill: [] })),
    };
  },
};

/** Without warming up: what hangs could not be waited for. */
async function measureHealthy(bench: Bench, { arm, options }: Contender, urls: readonly string[]): Promise<number> {
  return withArm(bench, { arm, urls, deadlineMs: DEADLINE_MS, ...options }, async (running) => {
    await running.fill(bench.sizes.hanging.deliveries, 'this process');
    const { ms } = await running.drain([HANGING]);
    return ms / 1000;
  });
}

function rowOf({ name, arm }: Contender, { well, ill }: { readonly well: number[]; readonly ill: number[] }): string[] {
  const ratio = spreadOf(ill.map((seconds, round) => seconds / (well[round] ?? seconds))).median;
  return [
    name,
    spreadOf(well).median.toFixed(2),
    spreadOf(ill).median.toFixed(2),
    `**${ratio.toFixed(2)} x**`,
    arm === 'portcullis-sqlite' ? judge({ is: 'at most', value: 1.3 }, ratio) : '',
  ];
}
