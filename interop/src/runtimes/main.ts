/**
 * Runs the parts of Portcullis on Bun and Deno, from the sources, and compares the results with the table that the guide shows. Node is the
 * control: every part has to work there. The last line counts: "N passed, N failed". Without a network for the installation it is skipped.
 *
 * Run it with `pnpm --filter @portcullis/interop run runtimes`; a name of a part runs this part only.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { startPostgres } from '@portcullis/testing/postgres';
import { installRuntimes, RUNTIMES } from './install-runtimes.ts';
import { RUNTIME_PARTS, type RuntimePartId, type RuntimeResult } from './runtime-parts.ts';

/** A line of the output of `run-parts.ts`. */
interface PartLine {
  readonly part: RuntimePartId;
  readonly error?: string;
  readonly ms: number;
}

/** Milliseconds for all parts on one runtime. */
const LIMIT_MS = 240_000;

const program = join(import.meta.dirname, 'run-parts.ts');
const only = process.argv.slice(2);

/** Runs the parts, and returns their lines. */
function runParts(command: string, parameters: readonly string[], postgres: string): Promise<readonly PartLine[]> {
  const env = { ...process.env, PORTCULLIS_RUNTIMES_POSTGRES: postgres, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(command, [...parameters, program, ...only], { env, timeout: LIMIT_MS }, (error, output, errors) => {
      const lines = output.split('\n').filter((line) => line.startsWith('{"part"'));
      if (error) console.error(errors.slice(-2000));
      resolve(lines.map((line) => JSON.parse(line) as PartLine));
    });
  });
}

/** Returns the difference between a result and the expected one. */
function difference(line: PartLine | undefined, expected: RuntimeResult): string | undefined {
  if (!line) return 'It has not ended.';
  if (expected === 'works') return line.error;
  if (line.error === undefined) return `It works, but the table says: ${expected.reason}`;
  return line.error.includes(expected.error) ? undefined : `It fails for another reason: ${line.error}`;
}

const installed = await installRuntimes();
if ('missing' in installed) {
  console.log(`Skipped: ${installed.missing}`);
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  const postgres = await startPostgres();
  const counts = { passed: 0, failed: 0 };
  const commands = {
    node: [process.execPath, '--conditions=source', '--disable-warning=ExperimentalWarning'],
    bun: [join(installed.commands, 'bun'), '--conditions=source'],
    deno: [join(installed.commands, 'deno'), 'run', '--allow-all', '--no-check', '--no-lock', '--conditions=source'],
  };
  try {
    for (const [runtime, [command = '', ...parameters]] of Object.entries(commands)) {
      console.log(`${runtime} ${(RUNTIMES as Readonly<Record<string, string>>)[runtime] ?? process.versions.node}`);
      const lines = await runParts(command, parameters, postgres.connectionString);
      for (const [part, { name, ...results }] of Object.entries(RUNTIME_PARTS)) {
        if (only.length > 0 && !only.includes(part)) continue;
        const line = lines.find((each) => each.part === part);
        const expected: RuntimeResult = runtime in results ? results[runtime as keyof typeof results] : 'works';
        const wrong = difference(line, expected);
        counts[wrong === undefined ? 'passed' : 'failed'] += 1;
        if (wrong === undefined) console.log(`  passed: ${name} (${line?.ms} ms)`);
        else console.error(`  FAILED: ${name}\n${wrong}`);
      }
    }
  } finally {
    await postgres.stop();
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}
