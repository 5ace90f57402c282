/**
 * Builds the site and reads it in a real browser. The last line counts: "N passed, N failed". Without a browser it is skipped.
 *
 * Run it with `pnpm --filter @portcullis/docs run browser`; `--built` takes the site that was built last, `--only=<text>` the cases with
 * this text in their name. `--quick` opens one of four pages, a random sample that `--seed=<n>` repeats.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFakeRandom } from '@portcullis/testing';
import { chromium } from 'playwright-core';
import { build } from 'vitepress';
import { writeReference } from '../../src/reference/write-reference.ts';
import { findBrowser } from './find-browser.ts';
import { serveSite } from './serve-site.ts';
import { openPage } from './site-page.ts';

/** The number of pages of which a quick run opens one. */
const QUICK_SHARE = 4;

const { values } = parseArgs({
  options: {
    built: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

/** The pages that are opened in this run. */
function choose(addresses: readonly string[]): readonly string[] {
  if (!values.quick) return addresses;
  const random = createFakeRandom(Number(values.seed));
  const shuffled = addresses.map((address) => ({ address, at: random.fraction() })).toSorted((a, b) => a.at - b.at);
  return shuffled.slice(0, Math.ceil(addresses.length / QUICK_SHARE)).map(({ address }) => address);
}

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.log('Skipped: there is no Chromium on the PATH, and PORTCULLIS_TEST_BROWSER names none.');
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  if (!values.built) {
    await writeReference();
    await build(join(import.meta.dirname, '../..'));
  }
  // The cases list the pages, so the pages of the API reference have to exist before.
  const [{ CASES }, { pageCases }] = await Promise.all([import('./cases.ts'), import('./page-cases.ts')]);
  if (values.quick) console.log(`Opens one of ${QUICK_SHARE} pages, seed ${values.seed}.`);
  const site = await serveSite();
  // The sandbox of Chromium does not work for root, who runs automatic checks in containers.
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  const cases = [...CASES, ...pageCases(choose)].filter(({ name }) => name.includes(values.only));
  let failed = 0;
  try {
    for (const { name, settings, run } of cases) {
      const start = performance.now();
      try {
        await using page = await openPage(browser, site.url, settings);
        await run(page);
        console.log(`  passed: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        console.error(`  FAILED: ${name}\n`, error instanceof Error ? error.message : error);
      }
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
