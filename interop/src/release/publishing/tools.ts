import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runCommand } from './command.ts';

/** The versions of Node that the packages must run on, by their release line. */
const NODE_LINES = ['22', '24', '26'] as const;

const TOOLS = { verdaccio: '6.10.4', webpack: '5.112.2', vite: '8.3.8', esbuild: '0.28.2' } as const;
/** Verdaccio's audit requests a dist-tag of it, which some mirrors of the registry lack. */
const OVERRIDES = { 'node-fetch': '2.7.0' };

/** Programs that only this suite needs, installed once in a separate folder. */
export interface Tools {
  /** Loads a tool as a file in the tools folder would. */
  readonly load: NodeJS.Require;
  /** The binary of each installed Node. */
  readonly nodes: ReadonlyMap<string, string>;
  /** The missing tools, each with the reason. */
  readonly absent: readonly string[];
}

/** Installs the missing tools. */
export async function findTools(cache: string): Promise<Tools | { readonly missing: string }> {
  try {
    await install(join(cache, 'tools'), TOOLS, OVERRIDES);
  } catch (error) {
    return { missing: `the registry and the bundlers cannot be installed: ${(error as Error).message}` };
  }
  const nodes = new Map<string, string>();
  const absent: string[] = [];
  for (const line of NODE_LINES) {
    const binary = await findNode(cache, line);
    if (binary === undefined) absent.push(`Node ${line} cannot be installed`);
    else nodes.set(line, binary);
  }
  return { load: createRequire(join(cache, 'tools/package.json')), nodes, absent };
}

/** The newest Node of a release line, installed if it is missing. */
export async function findNode(cache: string, line: string): Promise<string | undefined> {
  const folder = join(cache, `node-${line}`);
  const binary = join(folder, 'node_modules/node/bin/node');
  try {
    await install(folder, { node: line });
    await runCommand(binary, ['--version'], { folder });
    return binary;
  } catch {
    return undefined;
  }
}

async function install(folder: string, dependencies: Readonly<Record<string, string>>, overrides = {}): Promise<void> {
  const done = join(folder, '.installed');
  if (existsSync(done)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }));
  await runCommand('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'], { folder });
  writeFileSync(done, '');
}
