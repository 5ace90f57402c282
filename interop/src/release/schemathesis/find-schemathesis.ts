import { join } from 'node:path';
import { findPython } from '../../shared/python/find-python.ts';

/** The version for which the suite was written. */
const SCHEMATHESIS = 'schemathesis==4.32.5';

/** The program, or the reason why it is not available. */
export type FoundSchemathesis = { readonly program: string } | { readonly missing: string };

/**
 * Finds Schemathesis in a separate environment, which the first run creates. Nothing is installed for the whole
 * machine.
 */
export function findSchemathesis(environment: string): FoundSchemathesis {
  const found = findPython(environment, 'schemathesis', SCHEMATHESIS);
  return 'missing' in found ? found : { program: join(environment, 'bin', 'schemathesis') };
}
