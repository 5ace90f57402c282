/**
 * Releases all packages of the last commit to a registry on this machine, and installs them from there as users do:
 * alone, on every supported Node, with bundlers, and with a compiler. The last line counts: "N passed, N failed, N
 * skipped".
 *
 * Run it with `pnpm --filter @portcullis/interop run publishing [--quick] [text]`. The text selects cases by a part of
 * their names. `--quick` tries each package on one Node, in turn, installs them with pnpm in one run, and tries the bundlers and
 * compilers that take the least time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUNDLE_CASES } from './bundle-cases.ts';
import { packageCases } from './package-cases.ts';
import { QUICK_START_CASES } from './quick-start-cases.ts';
import { README_CASES } from './readme-cases.ts';
import { startRegistry } from './registry.ts';
import { rehearseRelease } from './release.ts';
import { RELEASE_CASES } from './release-cases.ts';
import { SIZE_CASES } from './size-cases.ts';
import type { PublishingCase, Stage } from './stage.ts';
import { findTools, type Tools } from './tools.ts';
import { TYPE_CASES } from './type-cases.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = join(import.meta.dirname, '../../../..');
/** As many concurrent cases as a small machine has cores, because they mostly wait for npm. */
const AT_ONCE = 2;

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

async function runCases(stage: Stage, cases: readonly PublishingCase[], atOnce: number): Promise<number> {
  const waiting = [...cases];
  let failed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const start = performance.now();
      try {
        const measured = await next.run(stage);
        console.log(`  passed: ${next.name}${measured === undefined ? '' : ` (${measured})`}, ${seconds(start)}`);
      } catch (error) {
        failed += 1;
        console.error(`  FAILED: ${next.name}\n${error instanceof Error ? error.stack : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

async function run(tools: Tools): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'portcullis-publishing-'));
  try {
    await using registry = await startRegistry(tools, join(scratch, 'registry'));
    const start = performance.now();
    const rehearsal = await rehearseRelease(root, scratch, registry);
    console.log(`  built and published to ${registry.address} in ${seconds(start)}`);
    const published = rehearsal.manifests();
    const stage = { tools, registry, rehearsal, published, scratch, isQuick: values.quick };
    const [wanted = ''] = positionals;
    const isWanted = ({ name, isLong }: PublishingCase) => name.includes(wanted) && !(isLong && values.quick);
    const releases = [...QUICK_START_CASES, ...RELEASE_CASES].filter(isWanted);
    const others = [
      ...packageCases([...published.keys()]),
      ...BUNDLE_CASES,
      ...SIZE_CASES,
      ...TYPE_CASES,
      ...README_CASES,
    ].filter(isWanted);
    // The release cases share one clone.
    const failed = (await runCases(stage, releases, 1)) + (await runCases(stage, others, AT_ONCE));
    for (const absent of tools.absent) console.log(`  skipped: ${absent}`);
    console.log(`${releases.length + others.length - failed} passed, ${failed} failed, ${tools.absent.length} skipped`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const tools = await findTools(join(root, 'node_modules/.cache/publishing'));
if ('missing' in tools) {
  console.log(`Skipped: ${tools.missing}.`);
  console.log('0 passed, 0 failed, 1 skipped');
} else await run(tools);
