/**
 * `npm run bench -- [imports|requests] [--quick]`: what Portcullis costs. Without a name, all of it; `--quick` measures
 * just long enough to see that everything runs.
 */
import { parseArgs } from 'node:util';
import { runImportBenchmark } from './import-time/run-import-benchmark.ts';
import { describeMachine } from './report/describe-machine.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });

const BENCHMARKS: Readonly<Record<string, () => Promise<readonly string[]> | readonly string[]>> = {
  import: () => runImportBenchmark({ rounds: values.quick ? 2 : 25 }),
};

const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

console.log(describeMachine());
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const problem of await run()) {
    console.error(problem);
    process.exitCode = 1;
  }
}
