import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A checkout of this repository, with installed packages. */
export interface Checkout {
  readonly folder: string;
  /** Its commit, and whether files differ from it. */
  readonly description: string;
}

/** This checkout. */
export const PRESENT_FOLDER = resolve(import.meta.dirname, '../../..');

/** A package that every measured process loads. */
const PROBE = 'bench/node_modules/@portcullis/core/package.json';

/** Returns the reason why a folder cannot be measured, or undefined for a checkout with installed packages. */
export function problemOf(path: string): string | undefined {
  const folder = resolve(path);
  if (!existsSync(join(folder, 'bench/package.json'))) return `${folder} is not a checkout of this repository.`;
  if (!existsSync(join(folder, PROBE))) return `${folder} has no installed packages. Run pnpm install in it.`;
  return undefined;
}

/** Returns a checkout with its commit. */
export function describeCheckout(path: string): Checkout {
  const folder = resolve(path);
  const commit = git(folder, 'log', '-1', '--format=%h %s');
  return { folder, description: git(folder, 'status', '--porcelain') === '' ? commit : `${commit}, with changes` };
}

/** The parameters with which Node loads the packages of another checkout instead of those of this one. */
export function parametersFor({ folder }: Pick<Checkout, 'folder'>): readonly string[] {
  const hook = pathToFileURL(join(import.meta.dirname, 'use-checkout.ts'));
  hook.searchParams.set('folder', folder);
  return [`--import=${hook.href}`];
}

function git(folder: string, ...parameters: readonly string[]): string {
  return spawnSync('git', ['-C', folder, ...parameters], { encoding: 'utf8' }).stdout.trim();
}
