import type { SetupMode } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { SYSTEM_ROLES } from '../config/system-names.ts';
import { fitName } from './fit-name.ts';
import { nameOf } from './identifier.ts';

/** The schema of the managed database for the service's own objects. */
export const SYSTEM_SCHEMA = 'PORTCULLIS_SYSTEM';
/** The schema of the managed database in which masking and row access policies are made. */
export const POLICY_SCHEMA = 'PORTCULLIS_POLICIES';

/** The name of the managed database. */
export function databaseName({ database }: Pick<SnowflakeConfig, 'database'>): string {
  return nameOf(database);
}

/**
 * Returns the role that owns the schemas and holds the service's grants: in manual mode the config may name it. A
 * system-defined role never becomes that; it names the role to run the script with, which the script states itself.
 */
export function systemRoleName(config: Pick<SnowflakeConfig, 'database' | 'role'>, mode: SetupMode): string {
  const named = config.role === undefined ? undefined : nameOf(config.role);
  if (mode === 'manual' && named !== undefined && !SYSTEM_ROLES.includes(named.toUpperCase())) return named;
  return fitName(databaseName(config), '_SYSTEM');
}

/** The user that the service signs in as: in manual mode the one of the config, where its way to sign in names one. */
export function serviceUserName(config: SnowflakeConfig, mode: SetupMode): string {
  if (mode === 'manual' && 'username' in config && config.username !== undefined) return nameOf(config.username);
  return fitName(databaseName(config), '_SYSTEM_ACCOUNT');
}

/** Returns the role whose members may query as other users: the one of the config, or one named after the database. */
export function impersonationRoleName({ database, impersonation }: SnowflakeConfig): string {
  return impersonation.role === undefined
    ? fitName(databaseName({ database }), '_IMPERSONATION')
    : nameOf(impersonation.role);
}
