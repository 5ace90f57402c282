/** Checks that everything a host installs with Portcullis, examples included, comes under a permissive licence. */
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

/** Licences accepted for one package alone, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  // The Python Software Foundation's licence asks for nothing but its notice; js-yaml's command line uses the package.
  argparse: 'PSF-2.0',
};

export interface Dependency {
  readonly name: string;
  readonly licence: string;
}

/** The dependencies whose licence is neither permissive nor an exception made for them, one sentence each. */
export function findForbidden(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter(({ name, licence }) => exceptions[name] !== licence && !isPermissive(licence))
    .map(({ name, licence }) => `${name} comes under "${licence}", which is not on the list of permissive licences.`);
}

function isPermissive(licence: string): boolean {
  try {
    return satisfies(licence, permissive);
  } catch {
    // Not a licence expression: "UNLICENSED", "SEE LICENSE IN ..." or nothing at all.
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
  // A listing that comes back empty would let everything pass.
  if (dependencies.length === 0) problems.push('No dependency was found: install the packages first.');
  console.log(`${dependencies.length} production dependencies, ${problems.length} problems.`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
