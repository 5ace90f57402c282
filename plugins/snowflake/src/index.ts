/**
 * Snowflake for Portcullis. Start at {@link snowflake}.
 *
 * @packageDocumentation
 */
export type {
  Driver,
  DriverConnection,
  DriverOptions,
  DriverStatement,
  LoadDriver,
} from './connection/driver/driver.ts';
export { snowflake } from './snowflake.ts';
export type { SnowflakeOptions } from './snowflake-options.ts';
