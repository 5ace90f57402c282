import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData, type ResolutionKind } from '@arethetypeswrong/core';

/** Resolutions of compilers that know no ES modules. No package of ours supports them. */
const UNSUPPORTED: readonly ResolutionKind[] = ['node10', 'node16-cjs'];

/** Returns the problems that a consumer's compiler has with the types of a package, for each entry point. */
export async function findTypeProblems(tarball: string): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (!analysis.types) return ['The package has no types.'];
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && UNSUPPORTED.includes(problem.resolutionKind)))
    .map(({ kind, ...place }) => `Are the types wrong? ${kind}: ${JSON.stringify(place)}`);
}
