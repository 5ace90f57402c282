import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsoleFile } from '@portcullis/http';
import { siteFile } from './site-file.ts';

/** A bundler copies this module without the files next to it. */
const NOT_FOUND =
  'The files of the console are not next to its module. If a bundler has bundled the host, declare @portcullis/console as external and install it next to the bundle.';

async function listSite() {
  const folder = fileURLToPath(new URL('./web/', import.meta.url));
  return { folder, entries: await readdir(folder, { recursive: true, withFileTypes: true }) };
}

/** Reads the site that was built with the package: the module `#site` of the published package. */
export async function readSite(): Promise<ReadonlyMap<string, ConsoleFile>> {
  const { folder, entries } = await listSite().catch((cause) => {
    throw new Error(NOT_FOUND, { cause });
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
  const read = await Promise.all(files.map(async (path) => [path, siteFile(path, await readFile(join(folder, path)))]));
  return new Map(read.filter((entry): entry is [string, ConsoleFile] => entry[1] !== undefined));
}
