import { basicConnection } from './basic-connection.ts';
import type { PlatformTest } from './platform-test.ts';
import { manualAccess, recurringAccess, recurringConnection } from './service-account-tests.ts';
import { setupPrivileges } from './setup-privileges.ts';

/** The validation tests, in the order in which answers list them. Those derived from the objects stand behind them. */
export const VALIDATION_TESTS: readonly PlatformTest[] = [
  basicConnection,
  setupPrivileges,
  manualAccess,
  recurringConnection,
  recurringAccess,
];
