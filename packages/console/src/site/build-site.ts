import { join } from 'node:path';
import type { ConsoleFile } from '@portcullis/http';
import { build, defaultClientConditions, type InlineConfig } from 'vite';
import { siteFile } from './site-file.ts';

/**
 * The build configuration of the page: relative addresses, because it may be mounted at any path; nothing inline,
 * which the content security policy forbids.
 */
const CONFIG: InlineConfig = {
  root: join(import.meta.dirname, '../app'),
  configFile: false,
  base: './',
  logLevel: 'warn',
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The first with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'assets/licences.md' },
    write: false,
  },
};

/** Builds the site from its sources, in memory: the module `#site` inside the repository. */
export async function readSite(): Promise<ReadonlyMap<string, ConsoleFile>> {
  const files = new Map<string, ConsoleFile>();
  for (const [path, content] of await buildSite()) {
    const file = siteFile(path, content);
    if (file) files.set(path, file);
  }
  return files;
}

/** All files of the build, including the licences of bundled code. */
export async function buildSite(): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const built = await build(CONFIG);
  if (!('output' in built)) throw new Error('The site was not built as one file.');
  return new Map(built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}
