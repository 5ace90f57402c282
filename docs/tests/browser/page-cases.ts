import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { pageFiles, sitePathOf } from '../../src/site-pages.ts';
import type { SiteCase } from './cases.ts';
import { type SiteTab, WINDOW } from './site-page.ts';

/** The address of every page. */
const ADDRESSES = pageFiles().map((file) => `/${sitePathOf(file)}`.replace(/(^|\/)index\.md$|\.md$/, '$1'));

/** Pages that are made from the OpenAPI document and from doc comments. */
const REFERENCES = ADDRESSES.filter((address) => /^\/reference\/(?:http\/|options)/.test(address));

/** The width of a telephone, in pixels. */
const NARROW = 360;

/**
 * Cases that a browser repeats for many pages that are made alike.
 *
 * @param choose - returns the pages that are opened.
 */
export function pageCases(choose: (addresses: readonly string[]) => readonly string[]): readonly SiteCase[] {
  const opened = choose(ADDRESSES);
  const references = choose(REFERENCES);
  return [
    ...(['light', 'dark'] as const).map(
      (appearance) =>
        ({
          name: `${references.length} of ${REFERENCES.length} pages of the HTTP interface and of options have no serious accessibility findings, ${appearance}`,
          settings: { appearance, width: 390 },
          run: async ({ page, open, expectQuiet }) => {
            for (const address of references) {
              await open(address);
              deepStrictEqual(await seriousFindings(page), [], address);
              strictEqual(await isTooWide(page), false, address);
            }
            expectQuiet();
          },
        }) satisfies SiteCase,
    ),
    {
      name: `${opened.length} of ${ADDRESSES.length} pages open without an error, and fit on a telephone`,
      async run(site) {
        const wide: string[] = [];
        const remaining = [...opened];
        const read = async ({ page, open }: SiteTab) => {
          for (let address = remaining.shift(); address !== undefined; address = remaining.shift()) {
            await page.setViewportSize(WINDOW);
            await open(address);
            await page.setViewportSize({ ...WINDOW, width: NARROW });
            if (await isTooWide(page)) wide.push(address);
          }
        };
        // Pages are open only when nothing has been loaded for half a second: several tabs wait at the same time.
        await Promise.all([site, await site.openTab(), await site.openTab(), await site.openTab()].map(read));
        deepStrictEqual(wide, []);
        site.expectQuiet();
      },
    },
    {
      name: `the links of all ${ADDRESSES.length} pages lead to headings that exist`,
      async run({ page, open, expectQuiet }) {
        await open('/');
        const anchors = new Set<string>();
        const links = new Set<string>();
        for (const address of ADDRESSES) {
          const content = await contentOf(page, address);
          for (const anchor of content.anchors) anchors.add(`${address}#${anchor}`);
          for (const link of content.links) links.add(link.startsWith('#') ? `${address}${link}` : link);
        }
        ok(links.size > ADDRESSES.length, `${links.size} links`);
        deepStrictEqual(
          [...links].filter((link) => !anchors.has(decodeURIComponent(link))),
          [],
        );
        expectQuiet();
      },
    },
  ];
}

/** The anchors in the content of a page, and its links to headings of this site. The page is only parsed, which needs no half second. */
async function contentOf(page: Page, address: string): Promise<Record<'anchors' | 'links', readonly string[]>> {
  return page.evaluate(async (path) => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${response.status} ${path}`);
    const content = new DOMParser().parseFromString(await response.text(), 'text/html');
    const links = content.querySelectorAll('main .vp-doc a:is([href^="#"], [href^="/"][href*="#"])');
    return {
      anchors: [...content.querySelectorAll('main [id]')].map(({ id }) => id),
      links: [...links].map((each) => each.getAttribute('href') ?? ''),
    };
  }, address);
}

/** The serious findings of axe-core in the content of the page. */
async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ content: axe.source });
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run('main .vp-doc');
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** Milliseconds in which a page fits a new width of the window, also on a busy machine. Only a page that is too wide takes that long. */
const REDRAWN_MS = 30_000;

async function isTooWide(page: Page): Promise<boolean> {
  const fits = 'document.documentElement.scrollWidth <= window.innerWidth';
  // A diagram may still be drawn for the former width of the window.
  return page.waitForFunction(fits, undefined, { timeout: REDRAWN_MS }).then(
    () => false,
    () => true,
  );
}
