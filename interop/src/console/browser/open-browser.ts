import { type Browser, chromium } from 'playwright-core';

/**
 * Starts a browser without a window and without its sandbox: root cannot use the sandbox, and tests of this repository
 * run as root in containers. The browser only opens a server of this process.
 */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
