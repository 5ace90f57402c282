import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository, which contains the pages. */
export const REPOSITORY = join(import.meta.dirname, '../..');

/** The address of files that are not pages of the site. */
export const SOURCE_URL = 'https://github.com/portcullis-dev/portcullis';

/** The path of each Markdown file in the site. The first matching row applies; files without a row are not pages. */
const SITE_PATHS: readonly (readonly [pattern: RegExp, sitePath: string])[] = [
  [/^docs\/README\.md$/, 'index.md'],
  [/^docs\/platforms\.md$/, 'platforms/index.md'],
  // A page must not have the name of a folder: many static file hosts would look for the folder.
  [/^docs\/reference\/api\/@portcullis\/([\w-]+)\/([\w-]+\.md)$/, 'reference/api/$1-$2'],
  [/^docs\/reference\/api\/@portcullis\/([\w-]+\.md)$/, 'reference/api/$1'],
  [/^docs\/(.*)\/README\.md$/, '$1/index.md'],
  [/^docs\/(.*\.md)$/, '$1'],
  [/^packages\/([\w-]+)\/README\.md$/, 'packages/$1.md'],
  [/^plugins\/([\w-]+)\/README\.md$/, 'platforms/$1.md'],
  [/^examples\/([\w-]+)\/README\.md$/, 'examples/$1.md'],
  [/^bench\/README\.md$/, 'benchmarks.md'],
  [/^CONTRIBUTING\.md$/, 'contributing.md'],
];

/** The patterns of `SITE_PATHS` as globs. */
const PAGE_FILES = ['docs/**/*.md', '{packages,plugins,examples}/*/README.md', 'bench/README.md', 'CONTRIBUTING.md'];

/**
 * Returns the path of a file in the site.
 *
 * @param file - the path from the root of the repository, with forward slashes.
 * @returns the path from the root of the site; `undefined` for files that are not pages.
 */
export function sitePathOf(file: string): string | undefined {
  const row = SITE_PATHS.find(([pattern]) => pattern.test(file));
  return row && file.replace(row[0], row[1]);
}

/** Returns all files that are pages, including generated pages that exist. */
export function pageFiles(): string[] {
  return globSync(PAGE_FILES, { cwd: REPOSITORY, exclude: (path) => /(^|[\\/])node_modules$/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/'))
    .toSorted();
}
