import type { ListedObject } from '../bootstrap/derive-work.ts';
import type { Work } from '../bootstrap/work.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { Preparation } from './preparation.ts';
import type { StoredOperation } from './store-creating.ts';

/** What is set up. */
export interface SetUp extends StoredOperation {
  readonly preparation: Preparation;
  readonly report: ValidationReport;
  readonly listed: readonly ListedObject[];
  readonly work: readonly Work[];
}
