import type { IntegrationFile } from '../files/integration-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The packages of the types whose plugins are published with this one. */
const PACKAGES: Readonly<Record<string, string>> = {
  Snowflake: '@portcullis/plugin-snowflake',
  Databricks: '@portcullis/plugin-databricks',
  Redshift: '@portcullis/plugin-redshift',
  'Azure Synapse Analytics': '@portcullis/plugin-synapse',
  'Google BigQuery': '@portcullis/plugin-bigquery',
  'Native S3': '@portcullis/plugin-s3',
  Trino: '@portcullis/plugin-trino',
};

/** The name of a package, or a module of one. A path would run any file that the YAML file names. */
const PACKAGE_NAME = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/**
 * Loads the plugin of a file from the project that contains the file. The exported function has the name of the package
 * after `plugin-`.
 *
 * @throws UsageError if the name is not that of a package, or the package is not installed or does not export the function.
 */
export async function loadPlugin(file: IntegrationFile, terminal: Pick<Terminal, 'load'>): Promise<unknown> {
  const name = file.plugin ?? PACKAGES[file.type];
  if (name === undefined) {
    throw new UsageError(
      `${file.path}: no package is known for the type "${file.type}". Add "plugin: <package>" to the file.`,
    );
  }
  if (!PACKAGE_NAME.test(name)) {
    throw new UsageError(`${file.path}: "plugin" must be the name of an installed package, not a path or an address.`);
  }
  const exported = await loadPackage(name, file, terminal);
  const exportName = name
    .replace(/^.*plugin-/, '')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const createPlugin = exported[exportName];
  if (typeof createPlugin === 'function') return createPlugin(file.pluginOptions);
  throw new UsageError(
    `${file.path}: ${name} does not export the function "${exportName}", so it is not a plugin. Name the package of a plugin: "plugin: <package>".`,
  );
}

async function loadPackage(name: string, file: IntegrationFile, terminal: Pick<Terminal, 'load'>) {
  try {
    return await terminal.load(name);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // The package itself is resolved before it is imported, so the second code is about one that it needs.
    if (code === 'MODULE_NOT_FOUND')
      throw new UsageError(`${file.path}: ${name} is not installed here. Run: npm install ${name}`, { cause });
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new UsageError(`${file.path}: ${name} needs a package that is missing. Install it: ${message}`, {
        cause,
      });
    throw cause;
  }
}
