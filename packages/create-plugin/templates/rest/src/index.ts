/**
 * Light House for Portcullis. Start at {@link lightHouse}.
 *
 * @packageDocumentation
 */
export { lightHouse } from './light-house.ts';
export type { PluginOptions } from './options.ts';
