import { describe, expect, it } from 'vitest';
import { findManifestProblems } from './manifest-rules.ts';
import type { Manifest } from './workspace.ts';

const folder = 'packages/sample';
const published = { types: './dist/index.d.ts', default: './dist/index.js' };
const complete = {
  name: '@portcullis/sample',
  description: 'A sample.',
  license: 'Apache-2.0',
  repository: { type: 'git', url: 'git+https://github.com/portcullis-dev/portcullis.git', directory: folder },
  engines: { node: '>=22.19' },
  homepage: 'https://github.com/portcullis-dev/portcullis/tree/main/packages/sample#readme',
  bugs: { url: 'https://github.com/portcullis-dev/portcullis/issues' },
  author: 'The Portcullis authors',
  files: ['dist', 'CHANGELOG.md'],
  sideEffects: false,
  exports: { '.': { source: './src/index.ts', ...published }, './package.json': './package.json' },
  publishConfig: {
    access: 'public',
    exports: { '.': published, './package.json': './package.json' },
  },
} satisfies Manifest & Record<string, unknown>;

describe('findManifestProblems', () => {
  it('accepts a complete package.json', () => {
    expect(findManifestProblems(folder, complete)).toEqual([]);
  });

  it.each([
    'description',
    'license',
    'repository',
    'homepage',
    'bugs',
    'author',
    'engines',
    'files',
    'sideEffects',
    'publishConfig',
  ])('reports a missing %s', (field) => {
    const incomplete = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== field));
    expect(findManifestProblems(folder, incomplete as unknown as Manifest).join()).toContain(field);
  });

  it('requires the published exports to be the same entry points without source', () => {
    const exports = { ...complete.exports, './extra': { source: './src/extra.ts', ...published } };
    expect(findManifestProblems(folder, { ...complete, exports })).toEqual([
      expect.stringContaining('publishConfig.exports must be'),
    ]);
  });

  it('requires the changelog to be published', () => {
    expect(findManifestProblems(folder, { ...complete, files: ['dist'] })).toEqual([
      expect.stringContaining('files must name CHANGELOG.md'),
    ]);
  });

  it('requires side effects to name published files', () => {
    expect(findManifestProblems(folder, { ...complete, sideEffects: ['./dist/index.js'] })).toEqual([]);
    expect(findManifestProblems(folder, { ...complete, sideEffects: ['**/composition/**'] })).toEqual([
      expect.stringContaining('sideEffects names "**/composition/**"'),
    ]);
  });

  it('rejects provenance in the manifest', () => {
    const publishConfig = { ...complete.publishConfig, provenance: true };
    expect(findManifestProblems(folder, { ...complete, publishConfig })).toEqual([
      expect.stringContaining('publishConfig.provenance must be'),
    ]);
  });

  it('requires source before default', () => {
    const exports = { ...complete.exports, '.': { ...published, source: './src/index.ts' } };
    expect(findManifestProblems(folder, { ...complete, exports })).toEqual([expect.stringContaining('in this order')]);
  });

  it('requires versions in a catalog, also in private packages', () => {
    const manifest = { name: '@portcullis/example', private: true, dependencies: { express: '^5.0.0' } };
    expect(findManifestProblems('examples/sample', manifest)).toEqual([expect.stringContaining('write "catalog:"')]);
  });
});
