/**
 * `npm run mutate -- [--count=<number>] [--seed=<number>] [--area=<name>] [--only=<part of a path>]
 * [--at-once=<number>] [--list] [--report=<file>]`: injects small faults into the sources, one at a time, and runs the
 * tests that reach them. A fault that no test detects is a gap in the tests. The files on the disk do not change.
 *
 * Without `--count`, a sample of 60 faults of each area; the same seed gives the same sample. `--list` names the faults
 * and runs nothing.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from './mutation/areas.ts';
import { findFaults } from './mutation/find-faults.ts';
import type { Mutant } from './mutation/mutant.ts';
import { type MutationResult, mutationReport } from './mutation/mutation-report.ts';
import { runMutants } from './mutation/run-mutants.ts';
import { sampleFaults } from './mutation/sample-faults.ts';
import { switchFaults } from './mutation/switch-faults.ts';

const root = join(import.meta.dirname, '..');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string', multiple: true, default: Object.keys(AREAS) },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '2' },
    list: { type: 'boolean' },
    report: { type: 'string' },
  },
});

const mutants = values.area
  .flatMap((area) => sampleFaults(faultsIn(area, values.only), Number(values.count), Number(values.seed)))
  .map((fault, id): Mutant => ({ ...fault, id }));
const descriptionOf = ({ area, file, line, kind, before, replacement }: Mutant): string =>
  `[${area}] ${file}:${line} ${kind}: ${before.replaceAll(/\s+/g, ' ')} -> ${replacement.replaceAll(/\s+/g, ' ')}`;

if (values.list) for (const mutant of mutants) console.log(descriptionOf(mutant));
else await run();

async function run(): Promise<void> {
  const results: MutationResult[] = [];
  for (const [folder, own] of Map.groupBy(mutants, ({ area }) => AREAS[area]?.folder ?? '')) {
    await runMutants(own, {
      folder,
      texts: textsWith(own),
      atOnce: Number(values['at-once']),
      onSweep({ tests, failing }) {
        console.log(`${folder}: ${tests.length} tests pass without a fault, ${failing.length} fail`);
        for (const name of failing) console.log(`  fails without a fault, and is left out: ${name}`);
      },
      onOutcome(mutant, outcome) {
        results.push({ mutant, outcome });
        const by = outcome.status === 'killed' ? ` (${outcome.by})` : '';
        console.log(`${results.length}/${mutants.length} ${outcome.status} ${descriptionOf(mutant)}${by}`);
      },
    });
  }
  const report = mutationReport(results.toSorted((left, right) => left.mutant.id - right.mutant.id));
  if (values.report !== undefined) writeFileSync(values.report, `${report}\n`);
  console.log(`\n${report}`);
}

function textsWith(own: readonly Mutant[]): Record<string, string> {
  return Object.fromEntries(
    [...Map.groupBy(own, ({ file }) => file)].map(([file, faults]) => {
      const path = join(root, file);
      return [path.replaceAll('\\', '/'), switchFaults(readFileSync(path, 'utf8'), faults)];
    }),
  );
}

function faultsIn(area: string, only: string): readonly Omit<Mutant, 'id'>[] {
  const { folder, files } = AREAS[area] ?? refuse(area);
  return files
    .flatMap((pattern) => globSync(`${folder}/${pattern}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && file.includes(only))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return findFaults(file, text).map((fault) => ({
        ...fault,
        area,
        file,
        line: text.slice(0, fault.start).split('\n').length,
        before: text.slice(fault.start, fault.end),
      }));
    });
}

function refuse(area: string): never {
  throw new Error(`There is no area ${area}: ${Object.keys(AREAS).join(', ')}.`);
}
