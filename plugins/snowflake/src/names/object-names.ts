import type { SetupMode } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { SYSTEM_ROLES } from '../config/system-names.ts';
import { fitName } from './fit-name.ts';
import { nameOf } from './identifier.ts';

/** The schema of the managed database for the service's own objects. */
export const SYSTEM_SCHEMA = 'PORTCULLIS_SYSTEM';
/** The schema of the managed database for masking and row access policies. */
export const POLICY_SCHEMA = 'PORTCULLIS_POLICIES';

/** Returns the name of the managed database. */
export function databaseName({ database }: Pick<SnowflakeConfig, 'database'>): string {
  return nameOf(database);
}

/**
 * Returns the role that owns the schemas and has the service's grants. In manual mode, the config may name it, except
 * for a system-defined role, which is the role that runs the script.
 */
export function systemRoleName(config: Pick<SnowflakeConfig, 'database' | 'role'>, mode: SetupMode): string {
  const named = config.role === undefined ? undefined : nameOf(config.role);
  if (mode === 'manual' && named !== undefined && !SYSTEM_ROLES.includes(named.toUpperCase())) return named;
  return fitName(databaseName(config), '_SYSTEM');
}

/** Returns the user of the service: in manual mode the user of the config, if its sign-in method has a user name. */
export function serviceUserName(config: SnowflakeConfig, mode: SetupMode): string {
  if (mode === 'manual' && 'username' in config && config.username !== undefined) return nameOf(config.username);
  return fitName(databaseName(config), '_SYSTEM_ACCOUNT');
}

/** Returns the role whose members may query as other users: the role in the config, or one named after the database. */
export function impersonationRoleName({ database, impersonation }: SnowflakeConfig): string {
  return impersonation.role === undefined
    ? fitName(databaseName({ database }), '_IMPERSONATION')
    : nameOf(impersonation.role);
}
