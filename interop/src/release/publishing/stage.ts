import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandTooLong, runCommand } from './command.ts';
import type { Registry } from './registry.ts';
import type { PackageManifest, Rehearsal } from './release.ts';
import type { Tools } from './tools.ts';

/** The environment of the cases. */
export interface Stage {
  readonly tools: Tools;
  readonly registry: Registry;
  readonly rehearsal: Rehearsal;
  /** All published packages, by name. */
  readonly published: ReadonlyMap<string, PackageManifest>;
  /** Creates a folder that is removed with the suite. */
  readonly scratch: string;
  /** True if each package is tried on one Node, in turn, and not on all of them. */
  readonly isQuick: boolean;
}

/** One case of the suite. */
export interface PublishingCase {
  readonly name: string;
  /** True for a case that a quick run leaves out, because another case of its kind costs much less. @default false */
  readonly isLong?: boolean;
  /** Resolves with the measurement, if there is one. */
  run(stage: Stage): Promise<string | undefined>;
}

/** Milliseconds for one installation, which takes up to half a minute on a busy machine. */
const INSTALL_LIMIT_MS = 150_000;

/** Creates the folder of a user who installs packages from the registry, without this repository. */
export async function newConsumer(stage: Stage, name: string, ...packages: readonly string[]): Promise<string> {
  const folder = join(stage.scratch, 'consumers', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.npmrc'), stage.registry.settings);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  const install = (...more: readonly string[]) =>
    runCommand('npm', ['install', ...quiet, ...more, ...packages], { folder, limitMs: INSTALL_LIMIT_MS });
  try {
    await install('--prefer-offline');
  } catch (error) {
    // A download can stall, and npm then waits for ever. And the cache of npm may not know a version that was just released.
    if (!(error instanceof CommandTooLong) && !String(error).includes('ETARGET')) throw error;
    await install('--prefer-online');
  }
  return folder;
}

const shared = new Map<string, Promise<string>>();

/** Returns a folder of a user that several cases share: only the first case installs the packages. */
export function sharedConsumer(stage: Stage, packages: readonly string[]): Promise<string> {
  const name = `shared-${packages.map((each) => each.replace('@portcullis/', '')).join('-')}`;
  const known = shared.get(name) ?? newConsumer(stage, name, ...packages);
  shared.set(name, known);
  return known;
}

/** The packages of a complete host: container and polyfill, HTTP, a plugin with its driver, and a store. */
export const HOST_PACKAGES = ['core', 'http', 'plugin-redshift', 'store-sql'].map((name) => `@portcullis/${name}`);

/** The packages of a page in a browser. */
export const PAGE_PACKAGES = ['@portcullis/client'];
