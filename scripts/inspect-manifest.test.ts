import { describe, expect, it } from 'vitest';
import { inspectManifest } from './inspect-manifest.ts';

const entry = { types: './dist/index.d.ts', default: './dist/index.js' };

describe('inspectManifest', () => {
  it('accepts the output of pnpm pack', () => {
    const manifest = {
      name: 'a',
      exports: { '.': entry, './package.json': './package.json' },
      dependencies: { b: '^1.0.0' },
    };
    expect(inspectManifest(manifest)).toEqual([]);
  });

  it('rejects the source condition', () => {
    const manifest = { name: 'a', exports: { './sub': { source: './src/sub.ts', ...entry } } };
    expect(inspectManifest(manifest)).toEqual([expect.stringContaining('exports["./sub"] has the source condition')]);
  });

  it.each(['workspace:^', 'catalog:', 'link:../b'])('rejects the version %s', (version) => {
    const manifest = { name: 'a', exports: { '.': entry }, peerDependencies: { b: version } };
    expect(inspectManifest(manifest)).toEqual([expect.stringContaining(`b is still "${version}"`)]);
  });
});
