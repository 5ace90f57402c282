import type { SetupMode } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { DEFAULT_SETUP_ROLE } from '../config/target-fields.ts';
import { nameOf } from '../names/identifier.ts';

/**
 * The roles that create the objects: the least privileged system-defined ones, or the single role that a customer has
 * prepared for the set-up.
 */
export interface ActingRoles {
  /** Creates and owns databases and schemas. */
  readonly databases: string;
  /** Creates and owns users and roles. */
  readonly accounts: string;
  /** Grants privileges on objects of other owners. It has MANAGE GRANTS, or each privilege with the grant option. */
  readonly grants: string;
  /** Grants the imported privileges of the SNOWFLAKE database, as the only role that can. Source: "Account Usage". */
  readonly imports: string;
}

/** Sources: Snowflake, "Overview of Access Control", System-defined roles; "Access control considerations". */
const SYSTEM_DEFINED: ActingRoles = {
  databases: 'SYSADMIN',
  accounts: 'USERADMIN',
  grants: 'SECURITYADMIN',
  imports: 'ACCOUNTADMIN',
};

/**
 * Returns the acting roles of a set-up. An administrator, or an automatic set-up with ACCOUNTADMIN, which inherits from
 * all system-defined roles, switches between these roles. Any other set-up role acts itself, except for the imported
 * privileges.
 */
export function actingRoles({ role }: Pick<SnowflakeConfig, 'role'>, mode: SetupMode): ActingRoles {
  const setupRole = nameOf(role ?? DEFAULT_SETUP_ROLE);
  if (mode === 'manual' || setupRole === DEFAULT_SETUP_ROLE) return SYSTEM_DEFINED;
  return { databases: setupRole, accounts: setupRole, grants: setupRole, imports: SYSTEM_DEFINED.imports };
}
