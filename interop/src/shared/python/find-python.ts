import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Python of an environment, or the reason why there is none. */
export type FoundPython = { readonly python: string } | { readonly missing: string };

/**
 * Finds a Python that has a module, in a separate environment, which the first run creates. Nothing is installed for the whole machine.
 *
 * @param environment - the folder of the environment.
 * @param module - the module that has to be there.
 * @param packages - the packages that bring it, of which the first that can be installed is.
 */
export function findPython(environment: string, module: string, ...packages: readonly string[]): FoundPython {
  const python = join(environment, 'bin', 'python');
  if (!existsSync(python) && !succeeds('python3', ['-m', 'venv', environment])) {
    return { missing: 'there is no python3 that can make an environment' };
  }
  if (succeeds(python, ['-c', `import ${module}`])) return { python };
  // Compiling every module takes as long as the rest of the installation, and a suite imports few of them.
  const install = ['-m', 'pip', 'install', '--quiet', '--no-compile'];
  const isInstalled = packages.some((each) => succeeds(python, [...install, each]));
  return isInstalled ? { python } : { missing: `pip cannot install ${packages[0]}` };
}

function succeeds(program: string, flags: readonly string[]): boolean {
  return spawnSync(program, flags, { stdio: 'ignore' }).status === 0;
}
