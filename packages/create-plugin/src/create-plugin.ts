import type { PluginChoices } from './choices/plugin-choices.ts';
import { renderPlugin } from './template/render-plugin.ts';
import { checkFolder, writePlugin } from './writing/write-plugin.ts';

/**
 * Writes a plugin into a folder.
 *
 * @example
 * ```ts
 * createPlugin({ name: 'Light House', kind: 'sql', auth: ['password'] }, 'portcullis-plugin-light-house');
 * ```
 * @returns the paths of the written files, relative to the folder.
 * @throws CreatePluginError if the choices are invalid, or the folder is not empty. Then nothing is written.
 */
export function createPlugin(choices: PluginChoices, folder: string): readonly string[] {
  const files = renderPlugin(choices);
  checkFolder(folder);
  writePlugin(files, folder);
  return files.map(({ path }) => path);
}
