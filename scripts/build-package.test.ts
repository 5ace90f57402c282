import { describe, expect, it } from 'vitest';
import { entryPoints, pointAtBuiltModules, withoutSources } from './build-package.ts';

describe('pointAtBuiltModules', () => {
  it.each([
    ["import type { A } from './a.ts';", "import type { A } from './a.js';"],
    ["export { a } from '../deep/a.ts';", "export { a } from '../deep/a.js';"],
    [
      'export declare const a: Promise<typeof import("./a.ts")>;',
      'export declare const a: Promise<typeof import("./a.js")>;',
    ],
    ["import './polyfill.ts';", "import './polyfill.js';"],
  ])('rewrites %s', (declaration, expected) => {
    expect(pointAtBuiltModules(declaration)).toBe(expected);
  });

  it('does not change packages and plain strings', () => {
    const declaration = "import { z } from 'zod';\nexport declare const file: './a.ts';";
    expect(pointAtBuiltModules(declaration)).toBe(declaration);
  });
});

describe('entryPoints', () => {
  it('returns the source of every importable module, and no other file', () => {
    const exports = {
      '.': { source: './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
      './koa': { source: './src/koa.ts', types: './dist/koa.d.ts', default: './dist/koa.js' },
      './package.json': './package.json',
    };
    expect(entryPoints(exports)).toEqual({ index: './src/index.ts', koa: './src/koa.ts' });
  });
});

describe('withoutSources', () => {
  it('keeps the names of the sources in a map and removes their text', () => {
    const map = { version: 3, sources: ['../src/index.ts'], sourcesContent: ['export {};'], mappings: 'AAAA' };
    expect(JSON.parse(withoutSources(JSON.stringify(map)))).toEqual({
      version: 3,
      sources: ['../src/index.ts'],
      mappings: 'AAAA',
    });
  });
});
