import type { SetupMode } from '@portcullis/plugin-api';
import { amazonEndpoint } from '../config/amazon-host.ts';
import type { RedshiftConfig } from '../config/config-schema.ts';
import { ENGINES, type Engine } from '../engine.ts';
import { derivedServiceAccount } from './derived-service-account.ts';
import { fitName, shortDigest } from './fit-name.ts';

/** The schema of the managed database for the service's own objects. */
export const METADATA_SCHEMA = 'portcullis';
/** The schema of the managed database for policy-enforced views. */
export const VIEW_SCHEMA = 'portcullis_views';
/** The table of a registry. */
export const MARKS_TABLE = 'marks';
/** The prefix of every registry schema. */
export const REGISTRY_PREFIX = 'portcullis_';

/**
 * Returns the account that the service signs in with: the derived one in automatic mode, the one of the config in
 * manual mode. A workgroup derives the name of the user from the role of the sign-in. Source: Amazon Redshift
 * Management Guide, "Granting permissions to Amazon Redshift Serverless", database users `IAMR:<role name>`.
 */
export function serviceAccountName(config: RedshiftConfig, mode: SetupMode, engine: Engine): string {
  if (mode === 'automatic') return derivedServiceAccount(config.database, engine);
  if (config.authenticationType === 'userPassword') return config.username;
  const isWorkgroup = amazonEndpoint(config.host)?.kind === 'workgroup';
  return isWorkgroup ? `IAMR:${roleNameOf(config.okta.role)}` : derivedServiceAccount(config.database, engine);
}

/** Returns the name of a role without its path, from the end of its ARN. */
function roleNameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

/** Returns the name of the impersonation role: the name in the config, or one derived from the database. */
export function impersonationRoleName(config: RedshiftConfig, engine: Engine): string {
  return (
    config.impersonation.role ??
    fitName({ base: config.database, suffix: '_impersonation' }, ENGINES[engine].maxNameBytes)
  );
}

/**
 * Returns the name of the schema for the marks of an integration, in the initial database. It contains a digest of the
 * registry's mark, which names instance and target, so that two instances never share a schema.
 */
export function registrySchemaName(database: string, registryMark: string, engine: Engine): string {
  return fitName(
    { prefix: REGISTRY_PREFIX, base: database, suffix: `_${shortDigest(registryMark)}` },
    ENGINES[engine].maxNameBytes,
  );
}

/** Returns the mark of another object of the same integration. Marks end with the key of their object. */
export function siblingMark(mark: string, key: string, sibling: string): string {
  return `${mark.slice(0, mark.length - key.length)}${sibling}`;
}
