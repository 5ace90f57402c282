/**
 * Light House for Portcullis. Start at {@link lightHouse}.
 *
 * @packageDocumentation
 */
export type { CommandClient, CommandClientOptions, LoadClient } from './connection/client.ts';
export type { PluginOptions } from './options.ts';
export { lightHouse } from './plugin.ts';
