/**
 * `npm run mutate -- [--count=<number>] [--seed=<number>] [--only=<part of a path>] [--list] [--report=<file>]`: puts small faults into the
 * sources, one at a time, and runs the tests that import them. A fault that no test notices is a gap in the tests. The files on the disk stay
 * as they are.
 *
 * Without `--count`, a sample of 120 faults; the same seed gives the same sample. `--list` names the faults and runs nothing.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFaults } from './mutation/find-faults.ts';
import type { Mutant } from './mutation/mutant.ts';
import { type MutationResult, mutationReport } from './mutation/mutation-report.ts';
import { runMutants } from './mutation/run-mutants.ts';
import { sampleFaults } from './mutation/sample-faults.ts';

const root = join(import.meta.dirname, '..');

/** The sources whose tests are held to account. */
const SOURCES = [
  'packages/core/src/{changes,integrations,security}/**/*.ts',
  'packages/core/src/delivery/dispatcher/**/*.ts',
  'packages/plugin-api/src/**/*.ts',
];
const LIMIT_MS = 90_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean' },
    report: { type: 'string' },
  },
});

const mutants = sampleFaults(allMutants(values.only), Number(values.count), Number(values.seed));
const sayOf = ({ file, line, kind, before, after }: Mutant): string =>
  `${file}:${line} ${kind}: ${before.replaceAll(/\s+/g, ' ')} -> ${after.replaceAll(/\s+/g, ' ')}`;

if (values.list) for (const mutant of mutants) console.log(sayOf(mutant));
else await run();

async function run(): Promise<void> {
  const results: MutationResult[] = [];
  const byPackage = Map.groupBy(mutants, ({ file }) => file.split('/').slice(0, 2).join('/'));
  for (const [folder, own] of byPackage) {
    await runMutants(own, {
      folder,
      limitMs: LIMIT_MS,
      onOutcome(mutant, outcome) {
        results.push({ mutant, outcome });
        const by = outcome.status === 'killed' ? ` (${outcome.by})` : '';
        console.log(`${results.length}/${mutants.length} ${outcome.status} ${sayOf(mutant)}${by}`);
      },
    });
  }
  const report = mutationReport(results);
  if (values.report !== undefined) writeFileSync(values.report, `${report}\n`);
  console.log(`\n${report}`);
}

function allMutants(only: string): readonly Mutant[] {
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && file.includes(only))
    .toSorted()
    .flatMap(mutantsOf);
}

function mutantsOf(file: string): readonly Mutant[] {
  const text = readFileSync(join(root, file), 'utf8');
  return findFaults(file, text).map(({ kind, start, end, replacement }) => ({
    file,
    line: text.slice(0, start).split('\n').length,
    kind,
    before: text.slice(start, end),
    after: replacement,
    text: text.slice(0, start) + replacement + text.slice(end),
  }));
}
