/**
 * Amazon Redshift for Portcullis. Start at {@link redshift}.
 *
 * @packageDocumentation
 */
export type { Driver, DriverClient, DriverClientOptions, LoadDriver } from './connection/driver.ts';
export type { Engine } from './engine.ts';
export { redshift } from './redshift.ts';
export type { RedshiftOptions } from './redshift-options.ts';
