import { basicConnection, recurringConnection } from './connection-tests.ts';
import { permissions, recurringPermissions } from './permission-tests.ts';
import type { PlatformTest } from './platform-test.ts';

/** The validation tests, in the order in which answers list them. Those derived from the objects stand behind them. */
export const VALIDATION_TESTS: readonly PlatformTest[] = [
  basicConnection,
  permissions,
  recurringConnection,
  recurringPermissions,
];
