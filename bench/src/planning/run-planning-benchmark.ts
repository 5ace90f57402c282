import { createMemoryStore, createPortcullis, createStaticSecretKeys, type Portcullis } from '@portcullis/core';
import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';
import { wideBody, widePlugin } from './wide-plugin.ts';

/** How thorough to be. */
export interface PlanningBenchmarkOptions {
  readonly rounds: number;
  readonly roundMs: number;
}

const SIZES = [10, 20, 100, 1000];

const CONTEXT = { principal: { id: 1, name: 'Bench', permissions: ['APPLICATION_ADMIN'], groups: [] } };

const SUBJECTS: Readonly<Record<string, (portcullis: Portcullis, objects: number) => Promise<unknown>>> = {
  'create script': ({ integrations }, objects) => integrations.script(CONTEXT, 'create', wideBody(objects)),
  'cleanup script': ({ integrations }, objects) => integrations.script(CONTEXT, 'cleanup', wideBody(objects)),
  plan: ({ integrations }, objects) =>
    integrations.create(CONTEXT, { ...wideBody(objects), autoBootstrap: true }, { dryRun: true }),
};

/** Measures what a plan and a script cost, by how many objects a config has. */
export async function runPlanningBenchmark(options: PlanningBenchmarkOptions): Promise<readonly string[]> {
  const portcullis = await createPortcullis({
    plugins: [widePlugin()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: new Uint8Array(32).fill(1) } }),
  });
  const rows: string[][] = [];
  for (const [name, run] of Object.entries(SUBJECTS)) {
    for (const objects of SIZES) {
      const { min, median, max } = await measure(() => run(portcullis, objects), options);
      const perObject = ((median / objects) * 1000).toFixed(1);
      const cells = [median, min, max].map((each) => each.toFixed(3));
      rows.push([`${name}, ${objects} objects`, ...cells, perObject, Math.round(1000 / median).toLocaleString('en')]);
    }
  }
  await portcullis.close();
  const columns = ['answer', 'median, ms', 'min', 'max', 'us an object', 'a second'];
  printTable({ title: 'Planning: processor time of one answer', columns, rows });
  return [];
}

/** Processor time, not time: other work on the machine disturbs it less. */
async function measure(run: () => Promise<unknown>, { rounds, roundMs }: PlanningBenchmarkOptions) {
  const round = async (): Promise<number> => {
    const begin = process.cpuUsage();
    const end = performance.now() + roundMs;
    let count = 0;
    do {
      await run();
      count += 1;
    } while (performance.now() < end);
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000 / count;
  };
  await round();
  const times: number[] = [];
  for (let number = 0; number < rounds; number += 1) times.push(await round());
  return spreadOf(times);
}
