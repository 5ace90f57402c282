/**
 * Writes Portcullis plugins: `npm create @portcullis/plugin`, or {@link createPlugin} from a program.
 *
 * @packageDocumentation
 */
export {
  AUTH_KINDS,
  type AuthKind,
  PLATFORM_KINDS,
  type PlatformKind,
  type PluginChoices,
} from './choices/plugin-choices.ts';
export { createPlugin } from './create-plugin.ts';
export { CreatePluginError, type CreatePluginErrorCode } from './create-plugin-error.ts';
export { run } from './run.ts';
export { renderPlugin } from './template/render-plugin.ts';
export type { TemplateFile } from './template/template-files.ts';
