/**
 * Light House for Portcullis. Start at {@link lightHouse}.
 *
 * @packageDocumentation
 */

export type { PluginOptions } from './options.ts';
export { lightHouse } from './plugin.ts';
