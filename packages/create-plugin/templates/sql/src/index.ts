/**
 * Light House for Portcullis. Start at {@link lightHouse}.
 *
 * @packageDocumentation
 */
export type { Driver, DriverClient, DriverClientOptions, LoadDriver } from './connection/driver.ts';
export type { PluginOptions } from './options.ts';
export { lightHouse } from './plugin.ts';
