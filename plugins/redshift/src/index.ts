/**
 * Amazon Redshift for Portcullis. Start at {@link redshift}.
 *
 * @packageDocumentation
 */
export type { Driver, DriverClient, DriverClientOptions, DriverConnection, LoadDriver } from './connection/driver.ts';
export type {
  AwsCalls,
  ClusterSignIn,
  LoadAwsCalls,
  RoleCredentials,
  SamlRole,
  TemporaryAccount,
  WorkgroupSignIn,
} from './connection/federation/aws-calls.ts';
export type { Engine } from './engine.ts';
export { redshift } from './redshift.ts';
export type { Endpoints, RedshiftOptions } from './redshift-options.ts';
