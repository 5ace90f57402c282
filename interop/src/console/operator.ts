import type { Locator, Page } from 'playwright-core';

/** A user of the console, who acts on the visible elements. */
export interface Operator {
  readonly page: Page;
  /** Presses a button, or follows a link. */
  press(name: string | RegExp): Promise<void>;
  follow(name: string | RegExp): Promise<void>;
  fill(label: string | RegExp, text: string): Promise<void>;
  /** Waits until a text is shown. */
  sees(text: string | RegExp): Promise<void>;
  /** Waits until a heading is shown. */
  isAt(heading: string | RegExp): Promise<void>;
  /** Opens a section of the navigation bar. */
  open(section: string): Promise<void>;
  signIn(key: string): Promise<void>;
}

/** Long, because the machine may be busy. All waits end by an event. */
const TIMEOUT_MS = 60_000;

/** Creates the user of a page. */
export function createOperator(page: Page): Operator {
  page.setDefaultTimeout(TIMEOUT_MS);
  const first = (locator: Locator) => locator.filter({ visible: true }).first();
  const exact = (name: string | RegExp) => (typeof name === 'string' ? { name, exact: true } : { name });
  const operator: Operator = {
    page,
    press: (name) => first(page.getByRole('button', exact(name))).click(),
    follow: (name) => first(page.getByRole('link', exact(name))).click(),
    fill: (label, text) => first(page.getByLabel(label, { exact: typeof label === 'string' })).fill(text),
    sees: (text) => first(page.getByText(text)).waitFor(),
    isAt: (heading) => first(page.getByRole('heading', exact(heading))).waitFor(),
    async open(section) {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', exact(section)).click();
      await operator.isAt(section);
    },
    async signIn(key) {
      await operator.fill('API key', key);
      await operator.press('Sign in');
    },
  };
  return operator;
}
