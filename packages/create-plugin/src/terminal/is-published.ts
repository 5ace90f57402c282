import { execFile } from 'node:child_process';

const TIMEOUT_MS = 10_000;

/**
 * Asks the configured registry of npm whether a package exists. The request is made by npm, which knows registries,
 * proxies and credentials.
 *
 * @param packageName - a checked name: on Windows it goes through a shell.
 * @returns `undefined` without a response, or without npm.
 */
export function isPublished(packageName: string): Promise<boolean | undefined> {
  const parameters = ['view', packageName, 'name', '--json', '--prefer-online'];
  const options = { timeout: TIMEOUT_MS, shell: process.platform === 'win32' };
  return new Promise((resolve) => {
    execFile('npm', parameters, options, (error, stdout, stderr) => {
      if (!error) resolve(true);
      else resolve(/\bE404\b/.test(`${stdout}${stderr}`) ? false : undefined);
    });
  });
}
