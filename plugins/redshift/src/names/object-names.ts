import type { SetupMode } from '@portcullis/plugin-api';
import { amazonEndpoint } from '../config/amazon-host.ts';
import type { RedshiftConfig } from '../config/config-schema.ts';
import { ENGINES, type Engine } from '../engine.ts';
import { derivedServiceAccount } from './derived-service-account.ts';
import { fitName, shortDigest } from './fit-name.ts';

/** The schema of the managed database for the service's own objects. */
export const METADATA_SCHEMA = 'portcullis';
/** The schema of the managed database in which policy-enforced views are made. */
export const VIEW_SCHEMA = 'portcullis_views';
/** The table of a registry. */
export const MARKS_TABLE = 'marks';
/** The prefix of every registry schema. */
export const REGISTRY_PREFIX = 'portcullis_';

/**
 * Returns the account that the service signs in with: the derived one in automatic mode, the one of the config in manual
 * mode. A workgroup names a user that signs in with a role after the role. Source: Amazon Redshift Management Guide,
 * "Granting permissions to Amazon Redshift Serverless", database users `IAMR:<role name>`.
 */
export function serviceAccountName(config: RedshiftConfig, mode: SetupMode, engine: Engine): string {
  if (mode === 'automatic') return derivedServiceAccount(config.database, engine);
  if (config.authenticationType === 'userPassword') return config.username;
  const isWorkgroup = amazonEndpoint(config.host)?.kind === 'workgroup';
  return isWorkgroup ? `IAMR:${roleNameOf(config.okta.role)}` : derivedServiceAccount(config.database, engine);
}

/** The name of a role without its path, which ends its ARN. */
function roleNameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

/** The role for impersonation: the one of the config, or one called after the database. */
export function impersonationRoleName(config: RedshiftConfig, engine: Engine): string {
  return (
    config.impersonation.role ?? fitName({ base: config.database, after: '_impersonation' }, ENGINES[engine].nameBytes)
  );
}

/**
 * The schema of the initial database in which an integration keeps its marks. Its name contains a digest of the mark,
 * which names instance and target: a schema with this name is ours, and two instances never share one.
 */
export function registrySchemaName(database: string, registryMark: string, engine: Engine): string {
  return fitName(
    { before: REGISTRY_PREFIX, base: database, after: `_${shortDigest(registryMark)}` },
    ENGINES[engine].nameBytes,
  );
}

/** The mark of another object of the same integration: marks end with the key of their object. */
export function siblingMark(mark: string, key: string, sibling: string): string {
  return `${mark.slice(0, mark.length - key.length)}${sibling}`;
}
