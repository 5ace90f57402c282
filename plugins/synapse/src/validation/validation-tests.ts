import { basicConnection } from './basic-connection.ts';
import { bootstrapUserGrants } from './bootstrap-user-grants.ts';
import { impersonationWorks } from './impersonation-works.ts';
import { privilegedRole } from './privileged-role.ts';
import { manualNotOwner, manualPrivileges, recurringConnection, recurringPrivileges } from './service-account-tests.ts';
import type { SynapseTest } from './synapse-test.ts';

/** The validation tests, in the order of responses. The tests derived from the managed objects follow them. */
export const VALIDATION_TESTS: readonly SynapseTest[] = [
  basicConnection,
  privilegedRole,
  bootstrapUserGrants,
  manualPrivileges,
  manualNotOwner,
  recurringConnection,
  recurringPrivileges,
  impersonationWorks,
];
