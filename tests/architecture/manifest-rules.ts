import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './workspace.ts';

const repository = 'git+https://github.com/portcullis-dev/portcullis.git';

/** What a package.json misses, one sentence each that says what to write. */
export function findManifestProblems(folder: string, manifest: Manifest): string[] {
  const problems = [...findLooseVersions(manifest), ...(manifest.private ? [] : findPublishProblems(folder, manifest))];
  return problems.map((problem) => `${folder}/package.json: ${problem}.`);
}

/** Versions stand in one place, the catalogs of pnpm-workspace.yaml. */
function findLooseVersions(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies })
    .filter(([, version]) => !/^(workspace|catalog|npm):/.test(version))
    .map(([name, version]) => `${name} is "${version}": put the version into a catalog and write "catalog:"`);
}

function findPublishProblems(folder: string, manifest: Manifest): string[] {
  const expectations: readonly (readonly [string, unknown, unknown])[] = [
    ['license', manifest.license, 'Apache-2.0'],
    ['repository', manifest.repository, { type: 'git', url: repository, directory: folder }],
    ['engines', manifest.engines, { node: '>=22.19' }],
    ['publishConfig.access', manifest.publishConfig?.access, 'public'],
    ['publishConfig.provenance', manifest.publishConfig?.provenance, true],
    ['publishConfig.exports', manifest.publishConfig?.exports, withoutSource(manifest.exports)],
  ];
  const different = expectations
    .filter(([, found, expected]) => !isDeepStrictEqual(found, expected))
    .map(([field, , expected]) => `${field} must be ${JSON.stringify(expected)}`);
  const missing = ['description', 'files', 'sideEffects'].filter((field) => !(field in manifest));
  return [...different, ...missing.map((field) => `${field} is missing`), ...findWrongEntries(manifest)];
}

/** The first condition that matches wins, so `source` has to stand before the others and `default` after them. */
function findWrongEntries(manifest: Manifest): string[] {
  return Object.entries(manifest.exports ?? {})
    .filter(([path, target]) => !path.endsWith('.json') && Object.keys(target).join() !== 'source,types,default')
    .map(([path]) => `exports["${path}"] must have source, types and default, in this order`);
}

function withoutSource(exports: Manifest['exports']): unknown {
  return Object.fromEntries(
    Object.entries(exports ?? {}).map(([path, target]) => {
      if (typeof target === 'string') return [path, target];
      const { source: _source, ...published } = target;
      return [path, published];
    }),
  );
}
