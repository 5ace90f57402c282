import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createPlugin, type PluginChoices } from '../../src/index.ts';

const packageFolder = join(import.meta.dirname, '../..');
/** The folder inside this package in which plugins are generated, so that their imports resolve. */
export const SCAFFOLDED = join(packageFolder, '.scaffolded');

/** The result of a tool for a generated plugin. */
export interface Verdict {
  readonly passed: boolean;
  readonly output: string;
}

/** The results of the scripts of a plugin. */
interface PluginTools {
  typecheck(): Promise<Verdict>;
  lint(): Promise<Verdict>;
  test(): Promise<Verdict>;
}

/** A plugin, generated inside this package, and the results of its scripts. */
export interface ScaffoldedPlugin extends PluginTools {
  readonly folder: string;
  readonly files: readonly string[];
  remove(): void;
}

/** Generates a plugin. */
export function scaffoldedPlugin(choices: PluginChoices): ScaffoldedPlugin {
  mkdirSync(SCAFFOLDED, { recursive: true });
  const folder = mkdtempSync(join(SCAFFOLDED, `${choices.kind}-${choices.auth.join('-')}-`));
  const files = createPlugin(choices, folder);
  return { folder, files, ...pluginTools(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs the scripts of the plugin in a folder, with the sources of this workspace instead of published packages. */
export function pluginTools(folder: string): PluginTools {
  return {
    typecheck: () => toolIn(folder, 'tsc', '--customConditions', 'source'),
    lint: () => toolIn(folder, 'biome', 'check', '--error-on-warnings'),
    test: () => toolIn(folder, 'vitest', 'run', '--config', join(import.meta.dirname, 'vitest.scaffolded.config.ts')),
  };
}

function toolIn(folder: string, tool: string, ...parameters: string[]): Promise<Verdict> {
  const PATH = [join(packageFolder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  // A nested vitest must run independently.
  const { VITEST: _one, VITEST_WORKER_ID: _two, VITEST_POOL_ID: _three, ...env } = process.env;
  const child = spawn(tool, [...parameters], {
    cwd: folder,
    env: { ...env, PATH, NO_COLOR: '1' },
    shell: process.platform === 'win32',
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}
