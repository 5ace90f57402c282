import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository: pages come from all over it. */
export const REPOSITORY = join(import.meta.dirname, '../..');

/** Where what is no page of the site can be read. */
export const SOURCE_URL = 'https://github.com/portcullis-dev/portcullis';

/** Where each Markdown file stands in the site. The first row whose pattern fits counts; files without a row are no pages. */
const PLACES: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/^docs\/README\.md$/, 'index.md'],
  [/^docs\/platforms\.md$/, 'platforms/index.md'],
  // A page must not be called like a folder: many hosts of static files would look for the folder.
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

/** The patterns of `PLACES` as globs, for those who look for the files. */
const PAGE_FILES = ['docs/**/*.md', '{packages,plugins,examples}/*/README.md', 'bench/README.md', 'CONTRIBUTING.md'];

/**
 * Where a file stands in the site.
 * @param file path from the root of the repository, with forward slashes
 * @returns path from the root of the site, `undefined` for files that are no pages
 */
export function placeOf(file: string): string | undefined {
  const row = PLACES.find(([pattern]) => pattern.test(file));
  return row && file.replace(row[0], row[1]);
}

/** Every file that is a page, generated ones included as far as they are there. */
export function pageFiles(): string[] {
  return globSync(PAGE_FILES, { cwd: REPOSITORY, exclude: (path) => /(^|[\\/])node_modules$/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/'))
    .toSorted();
}
