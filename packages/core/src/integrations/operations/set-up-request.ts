import type { Work } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-work.ts';
import type { Preparation } from '../context/operation-context.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { StoredOperation } from './store-creating.ts';

/** What is set up. */
export interface SetUp extends StoredOperation {
  readonly preparation: Preparation;
  readonly report: ValidationReport;
  readonly listed: readonly ListedObject[];
  readonly work: readonly Work[];
}
