/**
 * The delivery crash matrix: kills processes that publish and deliver, at each point in the life of a delivery and at
 * random moments, starts others on their store, and checks the received deliveries and the store.
 * `docs/operations/delivery-crash-matrix.md` explains it; a run without a failure writes its tables there, those of
 * random kills row by row.
 *
 * `pnpm --filter @portcullis/interop run delivery-crashes [--quick] [--store=sqlite|postgresql|mariadb] [--kills=200]
 * [--seed=<n>] [--point=<n>] [--only=points|random|load|clock|disk]`. The deployments share the number of `--kills`.
 * `--quick`: 14 kills, on PostgreSQL and MariaDB only the points at which a second node matters; it writes no tables.
 */
import { parseArgs } from 'node:util';
import { NO_MARIADB } from '@portcullis/testing/mariadb';
import { createSuiteReport } from '../../shared/suite-report.ts';
import { createMariaDbSupply, createPostgresSupply, createSqliteSupply } from '../kill-matrix/store-supply.ts';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import { CRASH_POINTS } from './crash-points.ts';
import { DEPLOYMENTS, type Deployment, type OpenDeployment, openDeployment } from './deployments.ts';
import {
  type Part,
  readPage,
  renderClock,
  renderDisk,
  renderLoad,
  renderPoints,
  renderRandom,
  withPart,
  withRows,
  writePage,
} from './report.ts';
import { type ClockSteps, runClockSteps } from './run-clock-steps.ts';
import { type Harness, runCrashPoint } from './run-crash-point.ts';
import { FATES, type FullDisk, runFullDisk } from './run-full-disk.ts';
import { type LoadKills, runLoadKills } from './run-load-kills.ts';
import { type RandomKills, runRandomKills } from './run-random-kills.ts';
import { runZombie } from './run-zombie.ts';
import { createVictims } from './victims.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    store: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    point: { type: 'string' },
    only: { type: 'string' },
  },
});

const ZOMBIE = 10;
/** Points at which a second node takes over: one delivery, eight, and those of a suspended process. */
const QUICK_POINTS: ReadonlySet<number> = new Set([4, 6, ZOMBIE]);
const kills = Number(values.kills ?? (values.quick ? 14 : 200));
const supplies = [
  { kind: 'sqlite', open: async () => createSqliteSupply() },
  { kind: 'postgresql', open: createPostgresSupply },
  { kind: 'mariadb', open: createMariaDbSupply },
] as const;
const wanted = supplies.filter(({ kind }) => (values.store ?? kind) === kind);
const isWanted = (part: Part): boolean => (values.only ?? part) === part && (part === 'points' || !values.point);
const victims = createVictims();
const deployments = DEPLOYMENTS.filter(({ store }) => wanted.some(({ kind }) => kind === store));
const random: (readonly [string, RandomKills])[] = [];
const load: (readonly [string, LoadKills])[] = [];
const disk: (readonly [string, FullDisk])[] = [];
const clock: (readonly [StoreOrder['kind'], ClockSteps])[] = [];
const report = createSuiteReport();

/** Kills processes of one deployment, if it is available here. */
async function killIn(
  deployment: Deployment,
  run: (order: OpenDeployment['order'], kills: number) => Promise<readonly string[]>,
): Promise<void> {
  const opened = await openDeployment(deployment);
  if (typeof opened === 'string') {
    report.skip(`${deployment.name}: ${opened}`);
    return;
  }
  const share = Math.ceil(kills / deployments.length);
  const failures = await run(opened.order, share);
  await opened.close();
  report.record(`${deployment.name}, ${share} kills at random moments, seed ${values.seed}`, failures);
}

const isWholeForm = !values.quick && wanted.length === supplies.length && values.point === undefined;

/** Each row is written into the page as soon as it is measured, because a run of hours may be interrupted. */
function keepRow(part: 'random' | 'load', table: string, { failures }: { readonly failures: readonly string[] }): void {
  console.error(table);
  if (!isWholeForm || failures.length > 0) return;
  const names = DEPLOYMENTS.map(({ name }) => name);
  writePage(withRows(readPage(), part, table, names));
}

async function killAtRandom(harness: Harness, deployment: Deployment): Promise<void> {
  await killIn(deployment, async (order, share) => {
    const row = await runRandomKills(harness, order, share, Number(values.seed));
    random.push([deployment.name, row]);
    keepRow('random', renderRandom([[deployment.name, row]]), row);
    return row.failures;
  });
}

async function killUnderLoad(harness: Harness, deployment: Deployment): Promise<void> {
  await killIn(deployment, async (order, share) => {
    const row = await runLoadKills(harness, order, share, Number(values.seed));
    load.push([deployment.name, row]);
    keepRow('load', renderLoad([[deployment.name, row]]), row);
    return row.failures;
  });
}

async function fillDisk(deployment: Deployment): Promise<void> {
  for (const fate of FATES) {
    const name = `${deployment.name}; the process ${fate}`;
    const row = await runFullDisk(victims, { inThread: deployment.inThread ?? false }, fate);
    if (typeof row === 'string') {
      report.skip(`a full disk, ${name}: ${row}`);
      continue;
    }
    disk.push([name, row]);
    report.record(`sqlite, a full disk, ${name}`, row.failures);
  }
}

for (const { kind, open } of wanted) {
  const stores = await open();
  if (!stores) {
    report.skip(`${kind}: ${NO_MARIADB}`);
    continue;
  }
  const harness = { stores, victims };
  const isChosen = (number: number): boolean =>
    isWanted('points') &&
    (values.point ?? `${number}`) === `${number}` &&
    (!values.quick || kind === 'sqlite' || QUICK_POINTS.has(number));
  for (const point of CRASH_POINTS.filter(({ number }) => isChosen(number))) {
    report.record(`${kind}, point ${point.number}, ${point.name}`, await runCrashPoint(harness, point));
  }
  if (isChosen(ZOMBIE)) report.record(`${kind}, point ${ZOMBIE}, a zombie`, await runZombie(harness));
  for (const deployment of deployments.filter(({ store }) => store === kind)) {
    if (isWanted('random')) await killAtRandom(harness, deployment);
    if (isWanted('load') && !values.quick) await killUnderLoad(harness, deployment);
    if (isWanted('disk') && kind === 'sqlite' && !(values.quick && deployment.inThread)) await fillDisk(deployment);
  }
  if (isWanted('clock') && !values.quick) {
    const row = await runClockSteps(stores);
    clock.push([kind, row]);
    report.record(`${kind}, the clock set ahead and back by an hour`, row.failures);
  }
  await stores.close();
}
await victims.close();

const parts = [
  ['points', renderPoints()],
  ['random', renderRandom(random)],
  ['load', renderLoad(load)],
  ['clock', renderClock(clock)],
  ['disk', renderDisk(disk)],
] as const;
for (const [part, table] of parts) {
  if (!isWanted(part) || (values.quick && (part === 'load' || part === 'clock'))) continue;
  console.log(`${table}\n`);
  if (isWholeForm && report.counts.skipped === 0 && report.counts.failed === 0)
    writePage(withPart(readPage(), part, table));
}
report.end();
process.exit(report.counts.failed > 0 || report.counts.passed === 0 ? 1 : 0);
