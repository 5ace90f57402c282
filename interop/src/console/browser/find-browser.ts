import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Program names of Chromium and its derivatives on the supported systems. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * Returns the browser of this machine: the one in `PORTCULLIS_TEST_BROWSER`, or else on the `PATH`. Undefined if
 * there is none.
 */
export function findBrowser(): string | undefined {
  const named = process.env.PORTCULLIS_TEST_BROWSER;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}
