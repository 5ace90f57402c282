/**
 * Foreign objects: kills a create, an edit or a delete of the Redshift plugin on a real PostgreSQL once the operation
 * is stored. Another account creates objects with the names of ours. Then the operation continues, and no foreign
 * object may be dropped, changed or used.
 * `docs/operations/foreign-objects.md` explains it; a whole run writes its tables there.
 *
 * `pnpm --filter @portcullis/interop run foreign-objects [--quick] [--workers=<n>] [--seed=<n>] [--run=<n>,…]`. A
 * failure names its seed and run, which `--seed` and `--run` repeat. The last line counts: "N passed, N failed, N
 * skipped".
 */
import { parseArgs } from 'node:util';
import { postgresFixture } from '../kill-matrix/fixtures.ts';
import { loadPlugin } from '../kill-matrix/plugin-list.ts';
import { createSqliteSupply } from '../kill-matrix/store-supply.ts';
import { createVictims } from '../kill-matrix/victims.ts';
import type { Harness } from './harness.ts';
import { measureOperation } from './kill-operation.ts';
import { OPERATIONS, planRuns, type StatementCounts, sampleOf } from './plan-runs.ts';
import { startServer } from './postgres-server.ts';
import { type RunRecord, renderFailure, renderReport, writePage } from './report.ts';
import { runOne } from './run-one.ts';
import { readTargets } from './targets.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    run: { type: 'string' },
  },
});

/** The number of runs between two progress lines. */
const PROGRESS = 50;

/** Runs every operation once without a kill, for its statements, its duration, and the names of its objects. */
async function createHarness(): Promise<{ readonly harness: Harness; readonly counts: StatementCounts }> {
  const server = await startServer();
  const definition = await loadPlugin('redshift', { engine: 'postgresql' });
  const fixture = postgresFixture(definition, server.running);
  const base = { server, stores: createSqliteSupply(), victims: createVictims(), definition, fixture };
  await server.reset();
  const store = await base.stores.next();
  const lengths = { create: 0, edit: 0, delete: 0 };
  const counts = { create: 0, edit: 0, delete: 0 };
  let targets: Harness['targets'] = [];
  for (const operation of OPERATIONS) {
    const { statements, milliseconds } = await measureOperation(base, operation, store);
    counts[operation] = statements;
    lengths[operation] = milliseconds;
    if (operation === 'create') targets = await readTargets(server, 'gov');
  }
  return { harness: { ...base, targets, lengths }, counts };
}

const harnesses = await Promise.all(Array.from({ length: Number(values.workers) }, createHarness));
const [first] = harnesses;
if (!first) throw new Error('There is no worker.');
const whole = planRuns(first.counts, Number(values.seed));
const named = values.run?.split(',').map(Number);
const chosen = named ? whole.filter(({ number }) => named.includes(number)) : whole;
const runs = values.quick ? sampleOf(chosen) : chosen;
const waiting = [...runs];
const records: RunRecord[] = [];
await Promise.all(
  harnesses.map(async ({ harness }) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const record = { ...next, ...(await runOne(harness, next)) };
      records.push(record);
      if (hasFailed(record)) console.error(renderFailure(record));
      if (records.length % PROGRESS === 0) console.error(`${records.length} of ${runs.length} runs`);
    }
    await harness.victims.close();
    await harness.stores.close();
    await harness.server.close();
  }),
);

console.log(renderReport(records));
const failed = records.filter(hasFailed).length;
const nothing = records.every(({ planted }) => planted.length === 0);
if (runs === whole && failed === 0) writePage(records);
console.log(`${records.length - failed} passed, ${failed} failed, 0 skipped`);
process.exit(failed > 0 || nothing ? 1 : 0);

function hasFailed({ harmed, failures }: RunRecord): boolean {
  return harmed.length + failures.length > 0;
}
