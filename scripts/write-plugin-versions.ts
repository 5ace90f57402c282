/**
 * Writes the version of each plugin's package.json into its `src/version.ts`, so that integrations record the release
 * of the plugin that has set them up. Part of `pnpm version-packages`, after the changesets.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The placeholder for the version before the first release. */
const UNRELEASED = '0.0.0';

/**
 * Returns the text of a `version.ts` with another version. An unreleased version does not change.
 *
 * @throws Error if the text declares no version.
 */
export function withVersion(text: string, version: string): string {
  const declared = /(export const VERSION = ')[^']*(';)/;
  if (!declared.test(text)) throw new Error('The file has no line "export const VERSION = \'…\';".');
  return version === UNRELEASED ? text : text.replace(declared, `$1${version}$2`);
}

/** The `version.ts` of every plugin, with the version in its package.json. */
export function pluginVersions(root: string): readonly { readonly path: string; readonly version: string }[] {
  return globSync('plugins/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => ({
      path: join(dirname(path), 'src/version.ts'),
      version: JSON.parse(readFileSync(join(root, path), 'utf8')).version,
    }));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  for (const { path, version } of pluginVersions(root)) {
    const file = join(root, path);
    writeFileSync(file, withVersion(readFileSync(file, 'utf8'), version));
  }
}
