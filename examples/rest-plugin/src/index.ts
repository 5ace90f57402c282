/**
 * Lighthouse for Portcullis. Start at {@link lighthouse}.
 *
 * @packageDocumentation
 */

export type { PluginOptions } from './options.ts';
export { lighthouse } from './plugin.ts';
