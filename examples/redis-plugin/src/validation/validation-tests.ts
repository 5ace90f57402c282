import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';
import { manualAccess, recurringAccess, recurringConnection } from './service-account-tests.ts';
import { setupPrivileges } from './setup-privileges.ts';

/** The validation tests, in the order of responses. The tests derived from the objects follow them. */
export const VALIDATION_TESTS: readonly PlatformTest[] = [
  basicConnection,
  setupPrivileges,
  manualAccess,
  recurringConnection,
  recurringAccess,
];
