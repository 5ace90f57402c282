import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The version for which the suite was written. */
const SCHEMATHESIS = 'schemathesis==4.32.5';

/** The program, or the reason why it is not available. */
export type FoundSchemathesis = { readonly program: string } | { readonly missing: string };

/**
 * Finds Schemathesis in a separate environment, which the first run creates. Nothing is installed for the whole
 * machine.
 */
export function findSchemathesis(environment: string): FoundSchemathesis {
  const python = join(environment, 'bin', 'python');
  if (!existsSync(python) && !succeeds('python3', ['-m', 'venv', environment])) {
    return { missing: 'there is no python3 that can make an environment' };
  }
  if (
    !succeeds(python, ['-c', 'import schemathesis']) &&
    !succeeds(python, ['-m', 'pip', 'install', '--quiet', SCHEMATHESIS])
  ) {
    return { missing: `pip cannot install ${SCHEMATHESIS}` };
  }
  return { program: join(environment, 'bin', 'schemathesis') };
}

function succeeds(program: string, flags: readonly string[]): boolean {
  return spawnSync(program, flags, { stdio: 'ignore' }).status === 0;
}
