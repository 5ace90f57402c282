import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CreatePluginError } from '../create-plugin-error.ts';
import type { TemplateFile } from '../template/template-files.ts';

/** Files of a new repository, with which a folder still counts as empty. */
const IGNORED_FILES: ReadonlySet<string> = new Set(['.git', '.DS_Store']);

/**
 * @throws CreatePluginError `FOLDER_NOT_EMPTY` if the folder is not empty, or the path is a file.
 */
export function checkFolder(folder: string): void {
  const content = contentOf(folder).filter((name) => !IGNORED_FILES.has(name));
  if (content.length === 0) return;
  throw new CreatePluginError({
    code: 'FOLDER_NOT_EMPTY',
    message: `${resolve(folder)} is not empty: it contains ${content.slice(0, 3).join(', ')}${content.length > 3 ? ', …' : ''}.`,
    help: 'Name a new or empty folder with --folder. Nothing was written.',
  });
}

/** Writes the files. */
export function writePlugin(files: readonly TemplateFile[], folder: string): void {
  for (const { path, text } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
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
