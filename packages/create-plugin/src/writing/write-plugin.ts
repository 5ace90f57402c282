import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CreatePluginError } from '../create-plugin-error.ts';
import type { TemplateFile } from '../template/template-files.ts';

/** Files of a new repository, with which a folder still counts as empty. */
const HARMLESS: ReadonlySet<string> = new Set(['.git', '.DS_Store']);

/**
 * @throws CreatePluginError `FOLDER_NOT_EMPTY` if the folder is not empty, or the path is a file.
 */
export function checkFolder(folder: string): void {
  const holds = contentOf(folder).filter((name) => !HARMLESS.has(name));
  if (holds.length === 0) return;
  throw new CreatePluginError({
    code: 'FOLDER_NOT_EMPTY',
    message: `${resolve(folder)} is not empty: it contains ${holds.slice(0, 3).join(', ')}${holds.length > 3 ? ', …' : ''}.`,
    help: 'Name a new or empty folder with --folder. Nothing was written.',
  });
}

/** Writes the files. */
export function writePlugin(files: readonly TemplateFile[], folder: string): void {
  for (const { path, text } of files) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

function contentOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') return ['a file of this name'];
    throw error;
  }
}
