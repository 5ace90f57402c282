import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';

/** A tab of a window on the site. */
export interface SiteTab {
  readonly page: Page;
  /** Opens a page and waits until it has come to life. */
  open(path: string): Promise<void>;
}

/** A window on the site in a browser, with what went wrong in it. */
export interface SitePage extends SiteTab, AsyncDisposable {
  /** Opens another tab. */
  openTab(): Promise<SiteTab>;
  /** Rejects when an error was thrown or logged, or something could not be loaded, in any tab. */
  expectQuiet(): void;
}

export interface PageSettings {
  readonly width?: number;
  readonly appearance?: 'light' | 'dark';
}

/** The size of a window without settings, in pixels. */
export const WINDOW = { width: 1280, height: 800 } as const;

/** Opens a window of its own, without anything kept from another one. */
export async function openPage(browser: Browser, url: string, settings: PageSettings = {}): Promise<SitePage> {
  const { width = WINDOW.width, appearance = 'light' } = settings;
  const context = await browser.newContext({ viewport: { ...WINDOW, width }, colorScheme: appearance });
  // Long, because the machine may be busy.
  context.setDefaultTimeout(60_000);
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
  });
  context.on('weberror', (error) => troubles.push(error.error().message));
  context.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) troubles.push(`asks ${request.url()}`);
  });
  const openTab = async (): Promise<SiteTab> => {
    const page = await context.newPage();
    return {
      page,
      async open(path) {
        const response = await page.goto(`${url}${path}`);
        strictEqual(response?.status(), 200, path);
        await page.waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined");
        await page.locator('main h1').first().waitFor();
        await page.waitForLoadState('networkidle');
      },
    };
  };
  return {
    ...(await openTab()),
    openTab,
    expectQuiet: () => deepStrictEqual(troubles, []),
    [Symbol.asyncDispose]: () => context.close(),
  };
}
