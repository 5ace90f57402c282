import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Next.js is larger than all other packages of the workspace together, so only its own tests install it. */
const PACKAGES = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' } as const;

/** Next.js, in a separate folder. */
export interface InstalledNext {
  /** The folder with its packages. */
  readonly packages: string;
  readonly names: readonly string[];
}

/** Installs Next.js once. Returns the reason if it cannot be installed, for example without a network. */
export async function installNext(): Promise<InstalledNext | { readonly missing: string }> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/next');
  const installed = join(folder, `.installed-${PACKAGES.next}`);
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
    const parameters = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    try {
      await promisify(execFile)('npm', parameters, { cwd: folder, shell: process.platform === 'win32' });
    } catch (error) {
      return { missing: `Next.js cannot be installed: ${(error as Error).message}` };
    }
    writeFileSync(installed, '');
  }
  return { packages: join(folder, 'node_modules'), names: Object.keys(PACKAGES) };
}
