import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './workspace.ts';

const page = 'https://github.com/portcullis-dev/portcullis';

/** Returns the problems of a package.json, one sentence each with the remedy. */
export function findManifestProblems(folder: string, manifest: Manifest): string[] {
  const problems = [...findLooseVersions(manifest), ...(manifest.private ? [] : findPublishProblems(folder, manifest))];
  return problems.map((problem) => `${folder}/package.json: ${problem}.`);
}

/** The versions are all in the catalogs of pnpm-workspace.yaml. */
function findLooseVersions(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies })
    .filter(([, version]) => !/^(workspace|catalog|npm):/.test(version))
    .map(([name, version]) => `${name} is "${version}": put the version into a catalog and write "catalog:"`);
}

function findPublishProblems(folder: string, manifest: Manifest): string[] {
  const expectations: readonly (readonly [string, unknown, unknown])[] = [
    ['license', manifest.license, 'Apache-2.0'],
    ['repository', manifest.repository, { type: 'git', url: `git+${page}.git`, directory: folder }],
    ['homepage', manifest.homepage, `${page}/tree/main/${folder}#readme`],
    ['bugs', manifest.bugs, { url: `${page}/issues` }],
    ['author', manifest.author, 'The Portcullis authors'],
    ['engines', manifest.engines, { node: '>=22.19' }],
    ['publishConfig.access', manifest.publishConfig?.access, 'public'],
    // The publishing command sets it. Here, it would prevent publishing without a build service.
    ['publishConfig.provenance', manifest.publishConfig?.provenance, undefined],
    ['publishConfig.exports', manifest.publishConfig?.exports, withoutSource(manifest.exports)],
  ];
  const different = expectations
    .filter(([, found, expected]) => !isDeepStrictEqual(found, expected))
    .map(([field, , expected]) => `${field} must be ${JSON.stringify(expected)}`);
  const missing = ['description', 'files', 'sideEffects'].filter((field) => !(field in manifest));
  return [
    ...different,
    ...missing.map((field) => `${field} is missing`),
    ...findUnpublished(manifest),
    ...findWrongEntries(manifest),
  ];
}

/** The package contains its changelog, and side effects can only name published files. */
function findUnpublished({ files = [], sideEffects = false }: Manifest): string[] {
  const published = (path: string): boolean => files.some((file) => path.replace(/^\.\//, '').startsWith(`${file}/`));
  const effects = sideEffects === true || sideEffects === false ? [] : sideEffects;
  return [
    ...(files.includes('CHANGELOG.md') ? [] : ['files must name CHANGELOG.md']),
    ...effects
      .filter((path) => !published(path))
      .map((path) => `sideEffects names "${path}", which is in none of the folders of files: name a published file`),
  ];
}

/** The first matching condition wins, so `source` must precede the others and `default` must follow them. */
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
