import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** The next frame of a page comes within this time, even on a busy machine. In milliseconds. */
const FRAME_MS = 20_000;

/**
 * Checks whether the browser runs, and paints frames for the pages whose scripts run. Seen once on a slow machine: a page responds to
 * scripts, but gets no frame any more, so that Playwright waits for every click until its timeout. Then the page has no fault, and only
 * another browser helps.
 */
export async function isWorking(browser: Browser): Promise<boolean> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return browser.isConnected() && (await Promise.all(pages.map(paintsFrame))).every(Boolean);
}

/** Checks one page. A page that its own scripts block, or that is closed, counts as painted. */
async function paintsFrame(page: Page): Promise<boolean> {
  const succeeds = (script: string) =>
    Promise.race([page.evaluate<boolean>(script), sleep(FRAME_MS, false, { ref: false })]).catch(() => true);
  if (!(await succeeds('true'))) return true;
  return succeeds('new Promise((resolve) => requestAnimationFrame(() => resolve(true)))');
}
