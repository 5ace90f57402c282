/**
 * Redis for Portcullis. Start at {@link redis}.
 *
 * @packageDocumentation
 */
export type { CommandClient, CommandClientOptions, LoadClient } from './connection/client.ts';
export type { PluginOptions } from './options.ts';
export { redis } from './plugin.ts';
