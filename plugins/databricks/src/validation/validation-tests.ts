import { auditReadable } from './audit-tests.ts';
import { basicConnection, metastoreValidation, warehouseAccess } from './connection-tests.ts';
import type { DatabricksTest } from './databricks-test.ts';
import { excludedGroup } from './excluded-group.ts';
import {
  catalogAccess,
  catalogCreation,
  catalogOwnership,
  recurringAccess,
  removalPrivileges,
} from './privilege-tests.ts';
import { attachedPolicies, foreignSchemas } from './removal-tests.ts';
import { managedStorageAllowed } from './storage-tests.ts';

/**
 * The validation tests, in the order of responses. The tests derived from the managed objects are at their declared
 * positions.
 */
export const VALIDATION_TESTS: readonly DatabricksTest[] = [
  basicConnection,
  metastoreValidation,
  warehouseAccess,
  catalogCreation,
  managedStorageAllowed,
  catalogAccess,
  catalogOwnership,
  removalPrivileges,
  attachedPolicies,
  foreignSchemas,
  auditReadable,
  excludedGroup,
  recurringAccess,
];
