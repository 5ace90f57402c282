/**
 * Checks that all packages that a host installs with Portcullis have a permissive licence, including those of the
 * examples.
 */
import { spawnSync } from 'node:child_process';
import satisfies from 'spdx-satisfies';

const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
];

/** Licences that are accepted for one package alone, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  // The licence of the Python Software Foundation only requires its notice. The command line of js-yaml uses the
  // package.
  argparse: 'PSF-2.0',
};

export interface Dependency {
  readonly name: string;
  readonly licence: string;
}

/** Returns the dependencies whose licence is neither permissive nor an exception, one sentence each. */
export function findForbidden(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter(({ name, licence }) => exceptions[name] !== licence && !isPermissive(licence))
    .map(({ name, licence }) => `${name} comes under "${licence}", which is not on the list of permissive licences.`);
}

function isPermissive(licence: string): boolean {
  try {
    return satisfies(licence, permissive);
  } catch {
    // Not a licence expression: "UNLICENSED", "SEE LICENSE IN ..." or an empty text.
    return false;
  }
}

function readProductionDependencies(): Dependency[] {
  const parameters = ['licenses', 'list', '--recursive', '--prod', '--json'];
  const listing = spawnSync('pnpm', parameters, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (listing.status !== 0) throw new Error(`pnpm could not list the licences: ${listing.stderr || listing.error}`);
  const byLicence = JSON.parse(listing.stdout) as Record<string, readonly { readonly name: string }[]>;
  return Object.entries(byLicence).flatMap(([licence, packages]) => packages.map(({ name }) => ({ name, licence })));
}

if (import.meta.main) {
  const dependencies = readProductionDependencies();
  const problems = findForbidden(dependencies);
  // An empty list would pass every check.
  if (dependencies.length === 0) problems.push('No dependency was found: install the packages first.');
  console.log(`${dependencies.length} production dependencies, ${problems.length} problems.`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
