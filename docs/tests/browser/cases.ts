import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTEGRATION_STATUSES } from '@portcullis/core';
import type { Page } from 'playwright-core';
import { pageFiles, REPOSITORY } from '../../src/site-pages.ts';
import type { PageSettings, SitePage } from './site-page.ts';

/** One thing that a reader does. */
export interface SiteCase {
  readonly name: string;
  readonly settings?: PageSettings;
  run(site: SitePage): Promise<void>;
}

/** The guide that answers each search. */
const GUIDES: Readonly<Record<string, RegExp>> = {
  retry: /^\/(?:guide|concepts|operations)\//,
  signature: /^\/(?:guide|concepts|operations)\//,
  forceDisable: /^\/(?:guide|concepts|operations)\//,
  ETag: /^\/(?:guide|concepts|operations)\//,
  proxy: /^\/(?:guide|concepts|operations|security)\//,
};

/** The place of the route that each search is for. */
const ROUTES: Readonly<Record<string, string>> = {
  'POST /webhooks/{id}/recover': '/reference/http/webhooks#post-webhooksidrecover',
  'rotate secret privileged credentials': '/reference/http/integrations#post-integrationsidrotate-secret',
};

const narrow: PageSettings = { width: 360 };

const MAX_WORDS = 5000;

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
  ...Object.entries(GUIDES).map(([words, guide]) => ({
    name: `the search for "${words}" has a guide first`,
    async run({ page, open, expectQuiet }: SitePage) {
      await open('/');
      await search(page, words);
      match(await firstResult(page), guide);
      expectQuiet();
    },
  })),
  ...Object.entries(ROUTES).map(([words, place]) => ({
    name: `the search for "${words}" finds the route`,
    async run({ page, open, expectQuiet }: SitePage) {
      await open('/');
      await search(page, words);
      ok((await results(page)).includes(place), place);
      expectQuiet();
    },
  })),
  {
    name: 'the page of a route shows its parameters, body, responses and errors',
    async run({ page, open, expectQuiet }) {
      await open('/reference/http/integrations');
      const text = await sectionText(page, '#post-integrations');
      for (const part of ['dryRun', 'Idempotency-Key', 'IntegrationBody', '201', 'TARGET_TAKEN'])
        ok(text.includes(part), part);
      await page.locator('main a[href="/reference/errors#target_taken"]').first().click();
      await page.waitForURL('**/reference/errors#target_taken');
      expectQuiet();
    },
  },
  {
    name: 'inline code shows the braces of slots',
    async run({ page, open, expectQuiet }) {
      await open('/write-a-platform-plugin');
      match((await page.locator('main').textContent()) ?? '', /A statement shows \{\{servicePassword\}\}\./);
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
    name: 'the API reference has a list from A to Z, which leads to the page of a concept and its place in the sidebar',
    async run({ page, open, expectQuiet }) {
      await open('/reference/api/');
      await page.locator('main').getByRole('link', { name: 'A to Z' }).click();
      await page.waitForURL('**/reference/api/a-to-z');
      await page.locator('main .names').getByRole('link', { name: 'DriftReport', exact: true }).last().click();
      await page.waitForURL('**/reference/api/core-plans-and-drift#driftreport');
      await page.locator('.VPSidebar .is-active', { hasText: 'Plans, scripts, drift' }).waitFor();
      expectQuiet();
    },
  },
  {
    name: `no page of the API reference is longer than ${MAX_WORDS} words`,
    async run() {
      const pages = pageFiles().filter((file) => file.startsWith('docs/reference/api/'));
      ok(pages.length > 40);
      const words = pages.map(
        (file) => [file, readFileSync(join(REPOSITORY, file), 'utf8').split(/\s+/).length] as const,
      );
      deepStrictEqual(
        words.filter(([, count]) => count > MAX_WORDS),
        [],
      );
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

/** Opens the search. A press on the button before the page has come to life is lost, so it is pressed until there is a response. */
async function openSearch(page: Page): Promise<void> {
  const input = page.locator('#localsearch-input');
  for (let presses = 0; presses < 10 && !(await input.isVisible()); presses += 1) {
    await page.locator('.VPNavBarSearchButton').first().click();
    await input.waitFor({ timeout: 3000 }).catch(() => undefined);
  }
}

/** Types words into the search and waits for its results. */
async function search(page: Page, words: string): Promise<void> {
  await openSearch(page);
  await page.locator('#localsearch-input').fill(words);
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
}

/** The addresses of the results of the search, in their order. */
async function results(page: Page): Promise<string[]> {
  const links = page.locator('.VPLocalSearchBox a.result');
  return links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
}

async function firstResult(page: Page): Promise<string> {
  return (await results(page))[0] ?? '';
}

/** The text between a heading and the next one of the same level. */
async function sectionText(page: Page, heading: string): Promise<string> {
  return page.locator(heading).evaluate((start) => {
    let text = '';
    for (let next = start.nextElementSibling; next && next.tagName !== start.tagName; next = next.nextElementSibling) {
      text += next.textContent;
    }
    return text;
  });
}

/** The pictures of the page that can be seen, by the stem of their files. */
async function shownPictures(page: Page): Promise<string[]> {
  const sources = await page
    .locator('main img:visible')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
  return sources.map((source) => /([\w-]+?)(\.[\w-]+)?\.svg$/.exec(source)?.[1] ?? source);
}
