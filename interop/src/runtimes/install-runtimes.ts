import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Both together have 190 MB, so only their own suite installs them. */
export const RUNTIMES = { bun: '1.4.5', deno: '2.9.6' } as const;

/** Installs Bun and Deno once. Returns the folder of their commands, or the reason if they cannot be installed. */
export async function installRuntimes(): Promise<{ readonly commands: string } | { readonly missing: string }> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/runtimes');
  const installed = join(folder, `.installed-${Object.values(RUNTIMES).join('-')}`);
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: RUNTIMES }));
    const parameters = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    try {
      await promisify(execFile)('npm', parameters, { cwd: folder, shell: process.platform === 'win32' });
    } catch (error) {
      return { missing: `Bun and Deno cannot be installed: ${(error as Error).message}` };
    }
    writeFileSync(installed, '');
  }
  return { commands: join(folder, 'node_modules/.bin') };
}
