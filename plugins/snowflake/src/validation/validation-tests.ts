import { bootstrapUserGrants } from './bootstrap-user-grants.ts';
import { basicConnection, recurringConnection } from './connection-tests.ts';
import { defaultWarehouse } from './default-warehouse.ts';
import { edition } from './edition.ts';
import { HISTORY_TESTS, impersonationRoleUsable } from './feature-tests.ts';
import { privilegedRole } from './privileged-role.ts';
import { quotedIdentifiers } from './quoted-identifiers.ts';
import { removalPrivileges } from './removal-privileges.ts';
import { manualNoAdministrator, manualPrivileges, recurringPrivileges } from './service-tests.ts';
import type { SnowflakeTest } from './snowflake-test.ts';
import { tableGrantsPrefix } from './table-grants-prefix.ts';

/**
 * The validation tests, in the order of responses. The tests derived from the managed objects are at their declared
 * positions.
 */
export const VALIDATION_TESTS: readonly SnowflakeTest[] = [
  basicConnection,
  defaultWarehouse,
  privilegedRole,
  tableGrantsPrefix,
  bootstrapUserGrants,
  edition,
  quotedIdentifiers,
  removalPrivileges,
  manualPrivileges,
  manualNoAdministrator,
  ...HISTORY_TESTS,
  recurringConnection,
  recurringPrivileges,
  impersonationRoleUsable,
];
