/**
 * The kill matrix: kills a process before and after every statement and every commit of every operation, has another
 * process continue, and compares. `docs/operations/kill-matrix.md` explains it; a whole run writes its rows there.
 *
 * `pnpm --filter @portcullis/interop run kill-matrix [--quick] [--plugin=<name>] [--platform=simulated|PostgreSQL]
 * [--store=sqlite|postgresql|mariadb] [--operation=create|edit|rotate|delete|migrate] [--sample=<n>] [--workers=<n>]`.
 * `--sample` distributes n kills over the points of each operation, and writes no rows. The last line counts: "N
 * passed, N failed, N skipped".
 */
import { parseArgs } from 'node:util';
import { NO_MARIADB } from '@portcullis/testing/mariadb';
import { type Combination, combinations } from './combinations.ts';
import { type MatrixRow, renderMatrix, writePage } from './report.ts';
import { runCombination } from './run-combination.ts';
import { createVictims } from './victims.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    plugin: { type: 'string' },
    platform: { type: 'string' },
    store: { type: 'string' },
    operation: { type: 'string' },
    sample: { type: 'string', default: 'Infinity' },
    workers: { type: 'string', default: '2' },
  },
});

/** The page has rows in which every point was tested. A sample never replaces such a row. */
const isExhaustive = !values.quick && values.sample === 'Infinity';

const wanted = combinations(values.quick).filter((combination) =>
  (['plugin', 'platform', 'store'] as const).every((name) => (values[name] ?? combination[name]) === combination[name]),
);
const rows = new Map<Combination, readonly MatrixRow[]>();
const waiting = [...wanted];
const victims = createVictims();
let skipped = 0;

const worker = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const sample = values.quick ? next.sample : Number(values.sample);
    const operation = values.operation ?? (values.quick ? next.quickOperation : undefined);
    const ended = await runCombination(next, { victims, sample, operation }, (row) => {
      for (const failure of row.failures) console.error(`  ${failure}`);
      if (isExhaustive) writePage([row]);
    });
    if (ended) rows.set(next, ended);
    else {
      skipped += 1;
      console.error(`skipped: ${next.plugin} on ${next.platform}, store ${next.store}: ${NO_MARIADB}`);
    }
  }
};
await Promise.all(Array.from({ length: Number(values.workers) }, worker));
await victims.close();

const table = wanted.flatMap((each) => rows.get(each) ?? []);
console.log(renderMatrix(table));
const failed = table.reduce((all, row) => all + row.failures.length, 0);
const passed = table.reduce((all, row) => all + row.kills, 0) - failed;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
