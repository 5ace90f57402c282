/**
 * The texts of the changelogs, for `changeset version`. The changelog of a first release describes the package. It
 * omits changes between unreleased states, and dependencies.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import released from '@changesets/cli/changelog';

type Functions = typeof released;

const FIRST = 'first-release-';

/** The names of the changesets, without their extension, that belong to the first release of a package. */
export function firstReleases(root: string): readonly string[] {
  return globSync(`${FIRST}*.md`, { cwd: join(root, '.changeset') }).map((file) => file.replace(/\.md$/, ''));
}

/** Creates the functions that write the changelogs, from the names of those changesets. */
export function createChangelog(first: readonly string[]): Functions {
  const unscoped = new Set(first.map((id) => id.slice(FIRST.length)));
  return {
    async getReleaseLine(changeset, ...more) {
      const isFirst = changeset.releases.every(({ name }) => unscoped.has(name.replace(/^@[^/]+\//, '')));
      return isFirst && !first.includes(changeset.id) ? '' : released.getReleaseLine(changeset, ...more);
    },
    async getDependencyReleaseLine(...input) {
      return first.length > 0 ? '' : released.getDependencyReleaseLine(...input);
    },
  };
}

export default createChangelog(firstReleases(join(import.meta.dirname, '..')));
