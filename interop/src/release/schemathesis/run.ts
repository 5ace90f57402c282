/**
 * Checks the HTTP interface against its OpenAPI document with Schemathesis, in every phase including the stateful ones.
 * The host has an emulator of every platform. The last line counts the runs: "N passed, N failed".
 *
 * Run it with `pnpm --filter @portcullis/interop run schemathesis [--quick] [--seed=<n>] [name]`. The name selects runs by their
 * beginning. `--quick` takes fewer examples, and covers a third of the operations at random, which the seed repeats.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../../crashes/victims/bundle-program.ts';
import { findSchemathesis } from './find-schemathesis.ts';
import type { SchemathesisHost } from './host.ts';
import { type ResponseCounts, responseTable, successesOf } from './response-tally.ts';
import { RUNS, type SchemathesisRun, WITH_CONFIG } from './runs.ts';
import { sampleOperations } from './sample-operations.ts';

const SEED = '20261124';

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
  allowPositionals: true,
});

interface SuiteResult {
  readonly passed: boolean;
  readonly responses: ResponseCounts;
}

/** The flags of a run, for the OpenAPI document of a file. */
function flagsOf({ flags, quickFlags = [], operations }: SchemathesisRun, file: string): readonly string[] {
  const all = values.quick ? [...flags, ...quickFlags] : flags;
  if (operations === undefined) return all;
  if (!values.quick) {
    return [
      ...all,
      `--${operations === 'with a config' ? 'include' : 'exclude'}-operation-id-regex`,
      WITH_CONFIG.source,
    ];
  }
  const ids = sampleOperations(JSON.parse(readFileSync(file, 'utf8')), operations, Number(values.seed));
  console.log(`  ${ids.length} operations ${operations}, seed ${values.seed}: ${ids.join(', ')}`);
  return [...all, '--include-operation-id-regex', `^(?:${ids.join('|')})$`];
}

async function runSuite(program: string, run: SchemathesisRun, folder: string): Promise<SuiteResult> {
  const { name, living, minReached = 0 } = run;
  const file = join(folder, 'openapi.json');
  const host = await bundleProgram(join(import.meta.dirname, 'host.ts'));
  const hostProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', host, file, ...(living ? ['living'] : [])],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(hostProcess, 'exit');
  const lines = createInterface({ input: hostProcess.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
  const { url, key } = (await nextLine()) as SchemathesisHost;
  const started = performance.now();
  const { status, stdout } = spawnSync(
    program,
    [
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', file, '--url', url],
      ...['--header', `Authorization: Bearer ${key}`, '--seed', SEED, '--checks', 'all', '--no-color'],
      ...['--continue-on-failure', '--no-shrink', '--request-timeout', '30', '--suppress-health-check', 'all'],
      ...flagsOf(run, file),
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  hostProcess.stdin.end();
  const responses = (await nextLine()) as ResponseCounts;
  await ended;
  const cases = /Test cases:\s+(.+)/.exec(stdout)?.[1] ?? 'no summary';
  const reached = Object.values(responses).filter((counts) => successesOf(counts) > 0).length;
  const passed = status === 0 && reached >= minReached;
  console.log(
    `  ${passed ? 'passed' : 'FAILED'}: ${name}, in ${seconds} s: ${cases}; ${reached} operations with a success`,
  );
  if (reached < minReached) console.log(`    At least ${minReached} operations have to succeed.`);
  if (status !== 0) console.log(stdout);
  return { passed, responses };
}

const found = findSchemathesis(join(import.meta.dirname, '../../../../node_modules/.cache/schemathesis'));
if ('missing' in found) {
  console.log(`Skipped: ${found.missing}.`);
  console.log(`0 passed, 0 failed, ${RUNS.length} skipped`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-schemathesis-'));
  const [only] = positionals;
  let [passed, failed] = [0, 0];
  const columns: Record<string, ResponseCounts> = {};
  try {
    for (const run of RUNS.filter(({ name }) => only === undefined || name.startsWith(only))) {
      const result = await runSuite(found.program, run, folder);
      columns[run.name] = result.responses;
      if (result.passed) passed += 1;
      else failed += 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const row of responseTable(columns)) console.log(`  ${row}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
