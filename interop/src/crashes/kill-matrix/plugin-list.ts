import { type AnyPluginDefinition, definitionOf, type Plugin } from '@portcullis/plugin-api';

/** The plugins of the repository, by their folders in `plugins`. Bundles contain the literal imports. */
const PLUGINS: Readonly<Record<string, () => Promise<object>>> = {
  bigquery: () => import('@portcullis/plugin-bigquery'),
  databricks: () => import('@portcullis/plugin-databricks'),
  redshift: () => import('@portcullis/plugin-redshift'),
  s3: () => import('@portcullis/plugin-s3'),
  snowflake: () => import('@portcullis/plugin-snowflake'),
  synapse: () => import('@portcullis/plugin-synapse'),
  trino: () => import('@portcullis/plugin-trino'),
};

/** The names of every plugin in the repository, in order. */
export function pluginNames(): readonly string[] {
  return Object.keys(PLUGINS);
}

/** Loads a plugin of the repository. */
export async function loadPlugin(name: string, options: object = {}): Promise<AnyPluginDefinition> {
  const module = (await PLUGINS[name]?.()) ?? {};
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
