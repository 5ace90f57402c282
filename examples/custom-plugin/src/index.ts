/**
 * MariaDB for Portcullis. Start at {@link mariadb}.
 *
 * @packageDocumentation
 */
export type { Driver, DriverConnection, DriverConnectionOptions, LoadDriver } from './connection/driver.ts';
export type { PluginOptions } from './options.ts';
export { mariadb } from './plugin.ts';
