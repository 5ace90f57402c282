/**
 * Walks through the whole console in a browser without a window: a real service, a real platform, a real receiver.
 * Every page is inspected in light and dark, wide and narrow. With `--pictures <folder>` pictures are taken. With `--quick` axe inspects
 * each page in light at one width, and in dark at the other.
 */
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from './browser/find-browser.ts';
import { isWorking } from './browser/is-working.ts';
import { openBrowser } from './browser/open-browser.ts';
import { DEMO_JOURNEYS } from './demo-journeys.ts';
import { FAILED_SETUP_JOURNEYS } from './failed-setup-journeys.ts';
import { inspectPage } from './inspect-page.ts';
import { INTEGRATION_JOURNEYS } from './integration-journeys.ts';
import type { TestEnvironment } from './journey.ts';
import { MAINTENANCE_JOURNEYS } from './maintenance-journeys.ts';
import { createOperator } from './operator.ts';
import { PAGING_JOURNEYS } from './paging-journeys.ts';
import { RELOAD_JOURNEYS } from './reload-journeys.ts';
import { KEY_JOURNEYS, SESSION_JOURNEYS } from './session-journeys.ts';
import { type ConsoleHost, startConsoleHost } from './start-console-host.ts';
import { STATISTICS_JOURNEYS } from './statistics-journeys.ts';
import { WEBHOOK_EDIT_JOURNEYS } from './webhook-edit-journeys.ts';
import { WEBHOOK_JOURNEYS } from './webhook-journeys.ts';

const JOURNEYS = [
  ...SESSION_JOURNEYS,
  ...RELOAD_JOURNEYS,
  ...INTEGRATION_JOURNEYS,
  ...FAILED_SETUP_JOURNEYS,
  ...MAINTENANCE_JOURNEYS,
  ...KEY_JOURNEYS,
  ...WEBHOOK_JOURNEYS,
  ...WEBHOOK_EDIT_JOURNEYS,
  ...STATISTICS_JOURNEYS,
  ...PAGING_JOURNEYS,
  ...DEMO_JOURNEYS,
];
const at = process.argv.indexOf('--pictures');
const pictures = at < 0 ? undefined : process.argv[at + 1];
const isQuick = process.argv.includes('--quick');

/** Records the problems that a browser reports about a page: a violated content policy or an uncaught error. */
function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`An uncaught error: ${error.message}`));
  page.on('console', (message) => {
    // The browser also reports each refusal of the service.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
}

/** Runs all journeys. Returns the number of failed ones, or undefined if they ended because of the browser. */
async function walk(host: ConsoleHost, browser: Browser): Promise<number | undefined> {
  const complaints: string[] = [];
  const pages: string[] = [];
  const open = async () => {
    const page = await browser.newPage({ colorScheme: 'light', viewport: { width: 1200, height: 800 } });
    listen(page, complaints);
    return page;
  };
  const page = await open();
  const environment: TestEnvironment = {
    host,
    operator: createOperator(page),
    async inspect(name, user) {
      pages.push(name);
      // The widths take turns, so that each of the four pairs meets half of the pages.
      const light = pages.length % 2 === 0 ? 'narrow' : 'wide';
      complaints.push(...(await inspectPage(user?.page ?? page, name, { pictures, ...(isQuick && { light }) })));
    },
    async anotherUser() {
      const other = await open();
      await other.goto(host.url);
      return createOperator(other);
    },
    async call(method, path, body) {
      const headers = { authorization: host.adminKey, 'content-type': 'application/json' };
      const address = new URL(`..${path}`, host.url);
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(address, { method, headers, ...init })).json();
    },
  };
  let failed = 0;
  for (const { name, run } of JOURNEYS) {
    const found = complaints.length;
    try {
      await run(environment);
      const problems = complaints.slice(found);
      if (problems.length > 0) throw new Error(problems.join('\n    '));
      console.log(`  passed: ${name}`);
    } catch (error) {
      failed += 1;
      console.error(`  FAILED: ${name}\n    ${error instanceof Error ? error.message : String(error)}`);
      if (!(await isWorking(browser))) return undefined;
    }
  }
  const pairs = isQuick
    ? 'light and dark, one at 1200 and the other at 360 pixels'
    : 'light and dark, 1200 and 360 pixels wide';
  console.log(`Looked at ${pages.length} pages, each in ${pairs}.`);
  return failed;
}

/** Runs all journeys with a browser and a service of their own. */
async function walkOnce(executable: string): Promise<number | undefined> {
  const host = await startConsoleHost();
  const browser = await openBrowser(executable);
  try {
    return await walk(host, browser);
  } finally {
    await browser.close();
    await host.stop();
  }
}

const executable = findBrowser();
if (executable === undefined) {
  console.log('Skipped: there is no browser on this machine (PORTCULLIS_TEST_BROWSER says where one is).');
  console.log('0 passed, 0 failed, 1 skipped');
} else {
  let failed = await walkOnce(executable);
  if (failed === undefined) {
    console.log(
      'The browser ended, or painted no frames for a page whose scripts run. All journeys run again in another one.',
    );
    failed = await walkOnce(executable);
  }
  // After a second browser, no journey counts.
  failed ??= JOURNEYS.length;
  console.log(`${JOURNEYS.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
