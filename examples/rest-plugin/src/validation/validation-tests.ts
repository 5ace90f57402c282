import { basicConnection, recurringConnection } from './connection-tests.ts';
import { preparedPermissions, recurringPermissions, setupPermissions } from './permission-tests.ts';
import type { PlatformTest } from './platform-test.ts';

/** The validation tests, in the order of responses. The tests derived from the objects follow them. */
export const VALIDATION_TESTS: readonly PlatformTest[] = [
  basicConnection,
  setupPermissions,
  preparedPermissions,
  recurringConnection,
  recurringPermissions,
];
