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
 * @returns the paths of what was written, from the folder.
 * @throws CreatePluginError when the choices do not make a plugin, or the folder is not empty. Then nothing is written.
 */
export function createPlugin(choices: PluginChoices, folder: string): readonly string[] {
  const files = renderPlugin(choices);
  checkFolder(folder);
  writePlugin(files, folder);
  return files.map(({ path }) => path);
}
