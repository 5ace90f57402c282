import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the archives of past releases. */
export const KEPT_RELEASES = join(import.meta.dirname, 'releases');

/** The version of the packages while nothing has been released. */
const UNRELEASED = '0.0.0';

/** The archives of a release: the package `@portcullis/plugin-api`, and a folder for the plugin of each kind. */
export function keptFiles(version: string): { readonly contract: string; readonly plugins: string } {
  return {
    contract: join(KEPT_RELEASES, `plugin-api-${version}.tgz`),
    plugins: join(KEPT_RELEASES, `plugins-${version}.tgz`),
  };
}

/** The releases of `@portcullis/plugin-api` that are kept, the earliest first. */
export function keptReleases(): readonly string[] {
  return globSync('plugins-*.tgz', { cwd: KEPT_RELEASES })
    .map((file) => file.slice('plugins-'.length, -'.tgz'.length))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Returns the kept releases except the first and the last. A state before the first release is removed with it. */
export function releasesToRemove(versions: readonly string[]): readonly string[] {
  const released = versions.filter((version) => version !== UNRELEASED);
  const kept = released.length > 0 ? [released[0], released.at(-1)] : versions;
  return versions.filter((version) => !kept.includes(version));
}
