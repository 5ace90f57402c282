import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names under which systems install Chromium and what is built of it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * The browser of this machine: what `PORTCULLIS_TEST_BROWSER` names, else what is on the `PATH`. Undefined where there is none.
 */
export function findBrowser(): string | undefined {
  const named = process.env.PORTCULLIS_TEST_BROWSER;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}
