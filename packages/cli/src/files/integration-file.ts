import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseYaml } from '@portcullis/http';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { rejectPlaintextOptions } from './plaintext-secrets.ts';
import { resolveReferences } from './references.ts';

/** The content of a YAML file with an integration. */
export interface IntegrationFile {
  /** The path as given by the user, for messages. */
  readonly path: string;
  readonly type: string;
  /** The package of the plugin, if the file names one. */
  readonly plugin: string | undefined;
  /** The options of the plugin, if the file has any, with resolved references. */
  readonly pluginOptions: Readonly<Record<string, unknown>> | undefined;
  /** The body for the API, with resolved references. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The config as it is in the file, with references. */
  readonly rawConfig: unknown;
}

/** The members of a file that are not part of the body. */
const CLI_MEMBERS = ['plugin', 'pluginOptions'] as const;

/**
 * Reads a file.
 *
 * @throws UsageError if it is not a YAML mapping with a `type`, a reference cannot be resolved, or an option of the plugin
 * is a secret in clear text.
 */
export function readIntegrationFile(path: string, terminal: Pick<Terminal, 'env' | 'folder'>): IntegrationFile {
  const absolutePath = resolve(terminal.folder, path);
  const content = parse(path, absolutePath);
  const { type, plugin, pluginOptions } = content;
  if (typeof type !== 'string') throw new UsageError(`${path}: "type" is missing, such as "type: Redshift".`);
  if (pluginOptions !== undefined && !isMapping(pluginOptions)) {
    throw new UsageError(`${path}: "pluginOptions" is not a mapping.`);
  }
  rejectPlaintextOptions(path, pluginOptions);
  const cliMembers: readonly string[] = CLI_MEMBERS;
  const raw = Object.fromEntries(Object.entries(content).filter(([key]) => !cliMembers.includes(key)));
  try {
    const resolved = <Value>(value: Value) =>
      resolveReferences(value, { env: terminal.env, folder: dirname(absolutePath) }) as Value;
    return {
      path,
      type,
      plugin: plugin === undefined ? undefined : String(plugin),
      pluginOptions: pluginOptions && resolved(pluginOptions),
      body: resolved(raw),
      rawConfig: raw.config,
    };
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${path}: ${error.message}`, { cause: error }) : error;
  }
}

/** Returns the YAML files of a folder, sorted by name, or the single file. */
export function findFiles(path: string, folder: string): readonly string[] {
  const absolutePath = resolve(folder, path);
  const found = statSync(absolutePath, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`There is no file or folder ${path}.`);
  if (!found.isDirectory()) return [path];
  const names = readdirSync(absolutePath).filter((name) => /\.ya?ml$/.test(name));
  if (names.length === 0) throw new UsageError(`${path} has no .yaml or .yml files.`);
  return names.sort().map((name) => relative(folder, join(absolutePath, name)) || name);
}

function parse(path: string, absolutePath: string): Readonly<Record<string, unknown>> {
  const content = parseText(path, readText(path, absolutePath));
  if (isMapping(content)) return content;
  throw new UsageError(
    `${path} is not a mapping: it must contain "type" and, for most types, "autoBootstrap" and "config".`,
  );
}

function readText(path: string, absolutePath: string): string {
  try {
    return readFileSync(absolutePath, 'utf8');
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Parses a text as a server parses a body, so that a file has the same meaning in both. */
function parseText(path: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new UsageError((error as Error).message.replace('The body', () => path));
  }
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
