/** The fields of a package.json that the package checks read. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns the parts of a packed manifest that must not leave the workspace: the `source` condition and workspace-only
 * versions.
 */
export function inspectManifest(manifest: Manifest): string[] {
  const conditions = Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object' && target !== null && 'source' in target)
    .map(([path]) => `exports["${path}"] has the source condition: declare it without in publishConfig.exports.`);
  const versions = Object.entries({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  })
    .filter(([, version]) => /^(workspace|catalog|link|file):/.test(version))
    .map(([name, version]) => `${name} is still "${version}": pack with pnpm, which puts the version in its place.`);
  return [...conditions, ...versions];
}
