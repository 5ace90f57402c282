/**
 * `npm run bench -- [import|sizes|requests|streams|pages|planning|validation|webhooks|index|gate] [--quick] [--tiny] [--scenario=<name>] [--endpoints=<number>]
 * [--profile=<folder>]`: the cost of Portcullis. Without a name, all benchmarks. `--quick` measures just long enough
 * to check that everything runs, webhooks for a few minutes and `--tiny` less; `--scenario` selects one of webhooks
 * and `--endpoints` the size of its drains, both repeatable; `--rounds` sets the number of measurements of webhooks,
 * `--progress` prints each of them immediately; `--profile` keeps processor profiles of the processes, and `--node-flag` gives those
 * that deliver a flag of Node. `gate` compares this checkout with the one of `--against`, and fails if this one costs clearly more.
 */
import { parseArgs } from 'node:util';
import { runIndexBenchmark } from './delivery-index/run-index-benchmark.ts';
import { exitOnSignal } from './exit-on-signal.ts';
import { runGate } from './gate/run-gate.ts';
import { runImportBenchmark } from './import-time/run-import-benchmark.ts';
import { runSizeBenchmark } from './package-size/run-size-benchmark.ts';
import { runPagesBenchmark } from './pages/run-pages-benchmark.ts';
import { runPlanningBenchmark } from './planning/run-planning-benchmark.ts';
import { describeMachine } from './report/describe-machine.ts';
import { runRequestBenchmark } from './requests/run-request-benchmark.ts';
import { runStreamBenchmark } from './streams/run-stream-benchmark.ts';
import { runValidationBenchmark } from './validation/run-validation-benchmark.ts';
import { runWebhookBenchmark } from './webhooks/run-webhook-benchmark.ts';

const HELP = `npm run bench -- [benchmark...] [options]

Benchmarks: import, sizes, requests, streams, pages, planning, validation, webhooks, index. Without a name, all of them.

  gate --against=<folder>  compares the processor time with another checkout; fails if this one costs clearly more

  --quick               measures just long enough to check that everything runs
  --tiny                webhooks: less than --quick
  --scenario=<name>     webhooks: one scenario; repeatable
  --endpoints=<number>  webhooks: endpoints of its drains; repeatable
  --rounds=<number>     webhooks: the number of measurements
  --progress            webhooks: prints each measurement immediately
  --profile=<folder>    keeps processor profiles of the processes
  --node-flag=<flag>    webhooks: starts the processes that deliver with a flag of Node; repeatable
  --help                prints this text`;

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

function readArguments() {
  try {
    return parseArguments();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(2);
  }
}

function parseArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      quick: { type: 'boolean' },
      tiny: { type: 'boolean' },
      scenario: { type: 'string', multiple: true },
      endpoints: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      progress: { type: 'boolean' },
      profile: { type: 'string' },
      'node-flag': { type: 'string', multiple: true },
      against: { type: 'string' },
    },
  });
}

function sizeOf(): 'tiny' | 'quick' | 'full' {
  if (values.tiny) return 'tiny';
  return values.quick ? 'quick' : 'full';
}

const LOAD = { rounds: 7, roundMs: 1500, warmUpMs: 5000 };
const QUICK_LOAD = { rounds: 1, roundMs: 100, warmUpMs: 50 };

const BENCHMARKS: Readonly<Record<string, () => Promise<readonly string[]> | readonly string[]>> = {
  import: () => runImportBenchmark({ rounds: values.quick ? 2 : 25 }),
  sizes: () => runSizeBenchmark(),
  requests: () =>
    runRequestBenchmark({
      ...(values.quick ? QUICK_LOAD : LOAD),
      connections: 10,
      profileFolder: values.profile,
    }),
  streams: () =>
    runStreamBenchmark(
      values.quick ? { warmUp: 20, streams: 50, idleMs: 1000 } : { warmUp: 500, streams: 2000, idleMs: 15_000 },
    ),
  pages: () =>
    runPagesBenchmark(values.quick ? { counts: [20, 200], rounds: 4 } : { counts: [100, 10_000], rounds: 100 }),
  planning: () => runPlanningBenchmark({ rounds: values.quick ? 2 : 7, roundMs: values.quick ? 20 : 400 }),
  validation: () => runValidationBenchmark({ rounds: values.quick ? 1 : 7 }),
  webhooks: () =>
    runWebhookBenchmark({
      size: sizeOf(),
      scenarios: values.scenario,
      endpoints: values.endpoints?.map(Number),
      rounds: values.rounds === undefined ? undefined : Number(values.rounds),
      progress: values.progress,
      profileFolder: values.profile,
      nodeFlags: values['node-flag'],
    }),
  gate: () =>
    runGate({
      against: values.against ?? '',
      size: sizeOf(),
      progress: (text) => {
        if (values.progress) console.error(text);
      },
    }),
  index: () => runIndexBenchmark(values.quick ? { rounds: 1, deliveries: 200 } : { rounds: 7, deliveries: 10_000 }),
};

const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

if (positionals.includes('gate') && values.against === undefined) {
  console.error('The gate needs the folder of another checkout: gate --against=<folder>.');
  process.exit(2);
}

exitOnSignal();
console.log(describeMachine());
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 ? !positionals.includes(name) : name === 'gate') continue;
  for (const problem of await run()) {
    console.error(problem);
    process.exitCode = 1;
  }
}
