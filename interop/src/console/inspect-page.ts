import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The widths at which pages are inspected, in pixels: a desktop and the smallest phone. */
const WIDTHS = { wide: 1200, narrow: 360 } as const;
const HEIGHT = 800;

/** Options of the checks of a page. Each check reports its findings. */
export interface InspectOptions {
  /** The folder for pictures. Without it, none are taken. */
  readonly pictures?: string | undefined;
  /** The only width of which axe inspects the light page; it inspects the dark one at the other width. @default both widths of both */
  readonly light?: keyof typeof WIDTHS | undefined;
}

/**
 * Checks the current page, in light and dark: the findings of axe, and horizontal scrolling of a narrow page.
 *
 * @returns the problems, one sentence each.
 */
export async function inspectPage(
  page: Page,
  name: string,
  { pictures, light }: InspectOptions,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [size, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: HEIGHT });
      const isChosen = light === undefined || (size === light) === (colorScheme === 'light');
      if (isChosen)
        problems.push(...(await violations(page)).map((each) => `${name}, ${colorScheme}, ${size}: ${each}`));
      const sideways = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (sideways > 0) problems.push(`${name}, ${colorScheme}, ${size}: it scrolls sideways by ${sideways} pixels.`);
      if (pictures !== undefined) await take(page, pictures, `${name}-${colorScheme}-${size}`);
    }
  }
  problems.push(...(await apiWords(page)).map((word) => `${name}: it has the word “${word}” of the API.`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: WIDTHS.wide, height: HEIGHT });
  return problems;
}

/** Words of the API that no page says: methods, fields of bodies, paths of a config. */
const API_WORDS = /\b(?:PUT|POST|PATCH)\b|\b(?:DELETE|GET) \/|\b(?:autoBootstrap|forceDisable|dryRun)\b|\bconfig\.\w+/g;

/** Returns the words of the API in the texts of a page. Statements and bodies are no texts. */
async function apiWords(page: Page): Promise<readonly string[]> {
  const text = await page.evaluate<string>(`(() => {
    const copy = document.body.cloneNode(true);
    for (const each of copy.querySelectorAll('pre, code, script, style')) each.remove();
    return copy.textContent;
  })()`);
  return text.match(API_WORDS) ?? [];
}

/** Returns the violations that axe finds, without the parts of a page that it cannot judge. */
async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated through the debugger, to which the content policy of the page does not apply. The policy refuses a script
  // tag.
  await page.evaluate(`window.axe || (() => { ${axe.source} })()`);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as axe.AxeResults;
  return found.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}. ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}

/** Takes a screenshot of the visible part of the page, around the focused element. */
async function take(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // A focused button or input is below its subject. Any other focused element is above it.
  await page.evaluate(
    `(({ activeElement: at }) => at?.scrollIntoView({ block: at.matches('button, input') ? 'center' : 'start' }))(document);
    scrollBy(0, -24)`,
  );
  // As WebP, a tenth of the size, which only the debugger produces.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await session.detach();
  await writeFile(join(folder, `${name}.webp`), data, 'base64');
}
