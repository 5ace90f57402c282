import { createMemoryStore, createPortcullis, createStaticSecretKeys, type Portcullis } from '@portcullis/core';
import { printTable } from '../report/print-table.ts';
import { spreadOf } from '../report/spread.ts';
import { wideBody, widePlugin } from './wide-plugin.ts';

/** Options that set the thoroughness of the planning benchmark. */
export interface PlanningBenchmarkOptions {
  readonly rounds: number;
  readonly roundMs: number;
}

const SIZES = [10, 20, 100, 1000];

/** The size to which other sizes are compared. */
const BASE = 100;

const CONTEXT = { principal: { id: 1, name: 'Bench', permissions: ['APPLICATION_ADMIN'], groups: [] } };

const SUBJECTS: Readonly<Record<string, (portcullis: Portcullis, objects: number) => Promise<unknown>>> = {
  'create script': ({ integrations }, objects) => integrations.script(CONTEXT, 'create', wideBody(objects)),
  'cleanup script': ({ integrations }, objects) => integrations.script(CONTEXT, 'cleanup', wideBody(objects)),
  plan: ({ integrations }, objects) =>
    integrations.create(CONTEXT, { ...wideBody(objects), autoBootstrap: true }, { dryRun: true }),
};

/** Processor time of one result for a number of objects. */
interface Measured {
  readonly objects: number;
  /** Milliseconds, one value for each round. */
  readonly times: readonly number[];
}

/** Measures the cost of a plan and a script, by the number of objects of a config. */
export async function runPlanningBenchmark(options: PlanningBenchmarkOptions): Promise<readonly string[]> {
  const portcullis = await createPortcullis({
    plugins: [widePlugin()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: new Uint8Array(32).fill(1) } }),
  });
  const rows: string[][] = [];
  for (const [name, run] of Object.entries(SUBJECTS)) {
    const measured = await measure((objects) => run(portcullis, objects), options);
    for (const each of measured) rows.push([`${name}, ${each.objects} objects`, ...cellsOf(each, measured)]);
  }
  await portcullis.close();
  const columns = ['response', 'median, ms', 'min', 'max', 'us an object', 'compared with 100', 'a second'];
  printTable({ title: 'Planning: processor time of one response', columns, rows });
  return [];
}

/**
 * The cost of an object is compared within each round: other load on the machine affects all sizes of a round in the
 * same way.
 */
function cellsOf({ objects, times }: Measured, all: readonly Measured[]): readonly string[] {
  const { min, median, max } = spreadOf(times);
  const base = all.find((each) => each.objects === BASE)?.times ?? [];
  const growth = spreadOf(times.map((time, round) => time / objects / ((base[round] ?? time) / BASE)));
  return [
    ...[median, min, max].map((each) => each.toFixed(3)),
    ((median / objects) * 1000).toFixed(1),
    `${growth.median.toFixed(2)} x`,
    Math.round(1000 / median).toLocaleString('en'),
  ];
}

/** Each round measures each size, and every other round in reverse order. */
async function measure(
  run: (objects: number) => Promise<unknown>,
  { rounds, roundMs }: PlanningBenchmarkOptions,
): Promise<readonly Measured[]> {
  const times = new Map(SIZES.map((objects): [number, number[]] => [objects, []]));
  for (const objects of SIZES) await timeOf(() => run(objects), roundMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const objects of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
      times.get(objects)?.push(await timeOf(() => run(objects), roundMs));
    }
  }
  return [...times].map(([objects, each]) => ({ objects, times: each }));
}

/** Processor time instead of wall time, because other work on the machine disturbs it less. */
async function timeOf(run: () => Promise<unknown>, roundMs: number): Promise<number> {
  const begin = process.cpuUsage();
  const end = performance.now() + roundMs;
  let count = 0;
  do {
    await run();
    count += 1;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / count;
}
