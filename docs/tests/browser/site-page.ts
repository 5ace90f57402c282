import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';

/** A page of the site in a browser, with what went wrong on it. */
export interface SitePage extends AsyncDisposable {
  readonly page: Page;
  /** Opens a page and waits until it has come to life. */
  open(path: string): Promise<void>;
  /** Rejects when an error was thrown or logged, or something could not be loaded. */
  expectQuiet(): void;
}

export interface PageSettings {
  readonly width?: number;
  readonly appearance?: 'light' | 'dark';
}

/** Opens a window of its own, without anything kept from another one. */
export async function openPage(browser: Browser, url: string, settings: PageSettings = {}): Promise<SitePage> {
  const { width = 1280, appearance = 'light' } = settings;
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: appearance });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) troubles.push(`asks ${request.url()}`);
  });
  return {
    page,
    async open(path) {
      const response = await page.goto(`${url}${path}`);
      strictEqual(response?.status(), 200, path);
      await page.waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined");
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
    expectQuiet: () => deepStrictEqual(troubles, []),
    [Symbol.asyncDispose]: () => context.close(),
  };
}
