/**
 * Foreign objects: kills a create, an edit or a delete of the Redshift plugin on a real PostgreSQL once the operation is stored, lets
 * another account make objects with the names of ours, continues, and asserts that nothing foreign was dropped, changed or used.
 * `docs/operations/foreign-objects.md` explains it; a whole run writes its tables there.
 *
 * `pnpm --filter @portcullis/interop run foreign-objects [--quick] [--workers=<n>] [--seed=<n>]`. The last line counts: "N passed, N
 * failed, N skipped".
 */
import { parseArgs } from 'node:util';
import { postgresFixture } from '../kill-matrix/fixtures.ts';
import { loadPlugin } from '../kill-matrix/plugin-list.ts';
import { createSqliteSupply } from '../kill-matrix/store-supply.ts';
import { createVictims, sendOrder } from '../kill-matrix/victims.ts';
import { OPERATIONS, planRuns, type Run, type StatementCounts, sampleOf } from './plan-runs.ts';
import { startServer } from './postgres-server.ts';
import { type RunRecord, renderReport, writePage } from './report.ts';
import { type Bench, runOne } from './run-one.ts';
import { readTargets } from './targets.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});

/** Runs of the short form. */
const QUICK_RUNS = 24;

/** Runs every operation once without a kill: its statements, its duration, and the names of what it makes. */
async function prepare(): Promise<{ readonly bench: Bench; readonly counts: StatementCounts }> {
  const server = await startServer();
  const definition = await loadPlugin('redshift', { engine: 'postgresql' });
  const fixture = postgresFixture(definition, server.running);
  const [stores, victims] = [createSqliteSupply(), createVictims()];
  await server.reset();
  const store = await stores.next();
  const measured: Partial<Record<Run['operation'], { readonly statements: number; readonly milliseconds: number }>> =
    {};
  let targets: Bench['targets'] = [];
  for (const operation of OPERATIONS) {
    const body = { create: fixture.body, edit: fixture.edited, delete: fixture.credentials }[operation];
    const child = await victims.take();
    const startedAt = performance.now();
    const plugin = { name: 'redshift', platform: 'postgresql', version: 1 } as const;
    const end = await sendOrder(child, { store, plugin, operation, body });
    if (end.kind !== 'finished') throw new Error(`${operation} does not work: ${JSON.stringify(end)}`);
    measured[operation] = { statements: end.counts.statement, milliseconds: performance.now() - startedAt };
    if (operation === 'create') targets = await readTargets(server, 'gov');
  }
  const of = <Value>(read: (each: { readonly statements: number; readonly milliseconds: number }) => Value) =>
    Object.fromEntries(
      OPERATIONS.map((operation) => [operation, read(measured[operation] ?? { statements: 0, milliseconds: 0 })]),
    ) as Record<Run['operation'], Value>;
  const durations = of(({ milliseconds }) => milliseconds);
  return {
    bench: { server, stores, victims, definition, fixture, targets, durations },
    counts: of(({ statements }) => statements),
  };
}

const benches = await Promise.all(Array.from({ length: Number(values.workers) }, prepare));
const [first] = benches;
if (!first) throw new Error('There is no worker.');
const whole = planRuns(first.counts, Number(values.seed));
const runs = values.quick ? sampleOf(whole, QUICK_RUNS) : whole;
const waiting = [...runs];
const records: RunRecord[] = [];
await Promise.all(
  benches.map(async ({ bench }) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await runOne(bench, next);
      records.push({ ...next, ...outcome });
      for (const text of [...outcome.harmed, ...outcome.failures]) console.error(`${JSON.stringify(next)}\n  ${text}`);
    }
    bench.victims.close();
    await bench.stores.close();
    await bench.server.close();
  }),
);

console.log(renderReport(records));
const failed = records.filter(({ harmed, failures }) => harmed.length + failures.length > 0).length;
const nothing = records.every(({ planted }) => planted === 0);
if (!values.quick && failed === 0) writePage(records);
console.log(`${records.length - failed} passed, ${failed} failed, 0 skipped`);
process.exit(failed > 0 || nothing ? 1 : 0);
