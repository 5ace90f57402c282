import type { SetupMode } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { DEFAULT_SETUP_ROLE } from '../config/target-fields.ts';
import { nameOf } from '../names/identifier.ts';

/**
 * The role that creates each object: the least privileged system-defined one, or the single role that a customer
 * prepared for the set-up.
 */
export interface ActingRoles {
  /** Makes databases and schemas, and owns them. */
  readonly databases: string;
  /** Makes users and roles, and owns them. */
  readonly accounts: string;
  /** Grants privileges on objects of other owners: holds MANAGE GRANTS, or each privilege with the grant option. */
  readonly grants: string;
  /** Grants the imported privileges of the SNOWFLAKE database, which only this one can. Source: "Account Usage". */
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
 * The acting roles of a set-up. An administrator switches between the system-defined roles; so does an automatic set-up with ACCOUNTADMIN,
 * which has all of them below it. Any other set-up role does everything itself, but for the imported privileges.
 */
export function actingRoles({ role }: Pick<SnowflakeConfig, 'role'>, mode: SetupMode): ActingRoles {
  const setupRole = nameOf(role ?? DEFAULT_SETUP_ROLE);
  if (mode === 'manual' || setupRole === DEFAULT_SETUP_ROLE) return SYSTEM_DEFINED;
  return { databases: setupRole, accounts: setupRole, grants: setupRole, imports: SYSTEM_DEFINED.imports };
}
