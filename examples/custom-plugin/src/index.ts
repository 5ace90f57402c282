/**
 * MariaDB for Portcullis. Start at {@link mariadb}.
 *
 * @packageDocumentation
 */
export type { Driver, DriverConnection, DriverConnectionOptions, LoadDriver } from './connection/driver.ts';
export { mariadb } from './mariadb.ts';
export type { PluginOptions } from './options.ts';
