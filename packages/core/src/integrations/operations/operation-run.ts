import type { Change } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import type { ValidationReport } from '../validation/validate.ts';

/** A stored integration and the operation that runs on it. */
export interface StoredOperation {
  readonly record: IntegrationRecord;
  readonly operation: Row<'operations'>;
}

/** A stored operation with its context. */
export interface OperationRun extends StoredOperation {
  readonly operationContext: OperationContext;
}

/** A creation or an adoption that was stored and runs. */
export interface CreationRun extends OperationRun {
  readonly report: ValidationReport;
  readonly listed: readonly ListedObject[];
  readonly changes: readonly Change[];
}
