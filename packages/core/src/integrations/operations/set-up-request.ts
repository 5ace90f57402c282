import type { Change } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { StoredOperation } from './store-creating.ts';

/** The input for a set-up. */
export interface SetUp extends StoredOperation {
  readonly operationContext: OperationContext;
  readonly report: ValidationReport;
  readonly listed: readonly ListedObject[];
  readonly changes: readonly Change[];
}
