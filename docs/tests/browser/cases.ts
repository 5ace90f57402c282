import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { INTEGRATION_STATUSES } from '@portcullis/core';
import type { Page } from 'playwright-core';
import { pageFiles, placeOf } from '../../src/site-pages.ts';
import type { PageSettings, SitePage } from './site-page.ts';

/** One thing that a reader does. */
export interface SiteCase {
  readonly name: string;
  readonly settings?: PageSettings;
  run(site: SitePage): Promise<void>;
}

/** The address of every page. */
const ADDRESSES = pageFiles().map((file) => `/${placeOf(file)}`.replace(/(^|\/)index\.md$|\.md$/, '$1'));

const narrow: PageSettings = { width: 360 };

export const CASES: readonly SiteCase[] = [
  {
    name: 'the first page leads into the site',
    async run({ page, open, expectQuiet }) {
      await open('/');
      await page.locator('main').getByRole('link', { name: 'Quick start' }).first().click();
      await page.waitForURL('**/guide/quick-start');
      // The address changes before the page does.
      await page.locator('main h1', { hasText: 'Quick start' }).waitFor();
      expectQuiet();
    },
  },
  {
    name: 'a guide shows its code in colours, and stands in the sidebar',
    async run({ page, open, expectQuiet }) {
      await open('/guide/mount');
      ok((await page.locator('main .language-ts span[style]').count()) > 20);
      strictEqual(await page.locator('.VPSidebar .is-active').getByText('Mount it').count(), 1);
      expectQuiet();
    },
  },
  {
    name: 'the search finds pages and exports, and leads there',
    async run({ page, open, expectQuiet }) {
      await open('/');
      await openSearch(page);
      await page.locator('#localsearch-input').fill('kill matrix');
      await page.locator('.VPLocalSearchBox .result').first().click();
      await page.waitForURL(/kill-matrix|crashes/);
      await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });
      await openSearch(page);
      await page.locator('#localsearch-input').fill('createSqliteStore');
      await page
        .locator('.VPLocalSearchBox .result', { hasText: /createSqliteStore/i })
        .first()
        .waitFor();
      expectQuiet();
    },
  },
  {
    name: 'the API reference shows an export with its parameters',
    async run({ page, open, expectQuiet }) {
      await open('/reference/api/core');
      await page.locator('#createportcullis').waitFor();
      match((await page.locator('main').textContent()) ?? '', /PortcullisOptions/);
      expectQuiet();
    },
  },
  {
    name: 'light and dark have each their picture, and the reader may choose',
    async run({ page, open, expectQuiet }) {
      await open('/concepts/the-one-idea');
      deepStrictEqual(await shownPictures(page), ['one-idea']);
      await page.locator('.VPNavBar .VPSwitchAppearance').click();
      await page.locator('html.dark').waitFor();
      deepStrictEqual(await shownPictures(page), ['one-idea-dark']);
      expectQuiet();
    },
  },
  {
    name: 'a reader whose system is dark gets dark pages',
    settings: { appearance: 'dark' },
    async run({ page, open, expectQuiet }) {
      await open('/concepts/the-one-idea');
      deepStrictEqual(await shownPictures(page), ['one-idea-dark']);
      const [background] = (await page.evaluate(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/g)',
      )) as string[];
      ok(Number(background) < 64);
      expectQuiet();
    },
  },
  {
    name: 'the lifecycle is drawn, with every status',
    async run({ page, open, expectQuiet }) {
      await open('/concepts/lifecycle');
      await page.locator('.diagram svg').waitFor();
      const text = await page.locator('.diagram svg').innerHTML();
      for (const status of INTEGRATION_STATUSES) ok(text.includes(status), status);
      expectQuiet();
    },
  },
  {
    name: `all ${ADDRESSES.length} pages open without an error`,
    async run({ open, expectQuiet }) {
      for (const address of ADDRESSES) await open(address);
      expectQuiet();
    },
  },
  {
    name: 'no page is wider than a telephone',
    settings: narrow,
    async run({ page, open }) {
      const wide: string[] = [];
      for (const address of ADDRESSES) {
        await open(address);
        if (await isTooWide(page)) wide.push(address);
      }
      deepStrictEqual(wide, []);
    },
  },
  {
    name: 'on a telephone the menu opens and leads on',
    settings: narrow,
    async run({ page, open, expectQuiet }) {
      await open('/guide/quick-start');
      await page.locator('.VPLocalNav .menu').click();
      await page.locator('.VPSidebar.open').getByText('Threat model').click();
      await page.waitForURL('**/security/threat-model');
      expectQuiet();
    },
  },
];

/** Opens the search. A press on the button before the page has come to life is lost, so it is pressed until there is an answer. */
async function openSearch(page: Page): Promise<void> {
  const input = page.locator('#localsearch-input');
  for (let presses = 0; presses < 5 && !(await input.isVisible()); presses += 1) {
    await page.locator('.VPNavBarSearchButton').first().click();
    await input.waitFor({ timeout: 3000 }).catch(() => undefined);
  }
}

/** The pictures of the page that can be seen, by the stem of their files. */
async function shownPictures(page: Page): Promise<string[]> {
  const sources = await page
    .locator('main img:visible')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
  return sources.map((source) => /([\w-]+?)(\.[\w-]+)?\.svg$/.exec(source)?.[1] ?? source);
}

async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')) as boolean;
}
