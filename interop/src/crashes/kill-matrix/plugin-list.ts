import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPluginDefinition, definitionOf, type Plugin } from '@portcullis/plugin-api';

const FOLDER = join(import.meta.dirname, '../../../../plugins');

/** The names of every plugin in the repository: the folders of `plugins`. */
export function pluginNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, 'src/index.ts')))
    .sort();
}

/** Loads a plugin of the repository. */
export async function loadPlugin(name: string, options: object = {}): Promise<AnyPluginDefinition> {
  const module = await import(pathToFileURL(join(FOLDER, name, 'src/index.ts')).href);
  const factories = Object.values(module).filter((value) => typeof value === 'function');
  const found = factories.flatMap((factory) => pluginOf(factory as (options: object) => unknown, options))[0];
  if (!found) throw new TypeError(`plugins/${name} exports no function that makes a plugin.`);
  return found;
}

/** Other functions of a package take other arguments, and throw here. */
function pluginOf(factory: (options: object) => unknown, options: object): readonly AnyPluginDefinition[] {
  try {
    return [definitionOf(factory(options) as Plugin)];
  } catch {
    return [];
  }
}
