import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from '@portcullis/plugin-api';

/** The root of the repository. */
export const REPOSITORY = join(import.meta.dirname, '../../../..');

/**
 * Every plugin in the plugin folder, with default options. A package exports a function with the name of its folder.
 *
 * @throws TypeError if a package has no such function.
 */
export async function installedPlugins(): Promise<readonly Plugin[]> {
  const entries = globSync('plugins/*/src/index.ts', { cwd: REPOSITORY }).sort();
  return Promise.all(
    entries.map(async (entry) => {
      const name = basename(dirname(dirname(entry)));
      const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(REPOSITORY, entry)).href);
      const make = exported[name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())];
      if (typeof make !== 'function') throw new TypeError(`plugins/${name} exports no function called like it.`);
      return make() as Plugin;
    }),
  );
}
