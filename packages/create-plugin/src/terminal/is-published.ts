import { execFile } from 'node:child_process';

const TIMEOUT_MS = 10_000;

/**
 * Asks the registry that npm is set up with whether it knows a package. npm does the asking: it knows registries, proxies and
 * credentials.
 *
 * @param packageName - a checked name: on Windows it goes through a shell.
 * @returns `undefined` when there is no answer, or no npm.
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
