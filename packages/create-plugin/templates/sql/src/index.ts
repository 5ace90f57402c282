/**
 * Light House for Portcullis. Start at {@link lightHouse}.
 *
 * @packageDocumentation
 */
export type { Driver, DriverClient, DriverClientOptions, LoadDriver } from './connection/driver.ts';
export { lightHouse } from './light-house.ts';
export type { PluginOptions } from './options.ts';
