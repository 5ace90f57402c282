import type { FailureClassification } from '@portcullis/plugin-api';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Change } from '../plan/change-set.ts';

/** A change that took effect, with the facts that its undo needs. */
export interface AppliedChange {
  readonly change: Change;
  /** The ledger entry of the object before the change; undefined when there was none. */
  readonly before: LedgerEntry | undefined;
  /**
   * `certain`: a statement of the change has run. `perhaps`: one was sent and its effect is unknown. `adopted`: the object
   * existed and was ours, and only the ledger was changed.
   */
  readonly extent: 'certain' | 'perhaps' | 'adopted';
  /** True when the object was absent before; null when that could not be observed. */
  readonly absentBefore: boolean | null;
}

/** The result of one change. */
export interface ChangeResult {
  /** Set when something was changed, in full or in part. */
  readonly appliedChange?: AppliedChange;
  /** A note for readers. */
  readonly note?: string;
  readonly failure?: FailureClassification;
  /** The text of the failed statement; absent if none was sent. */
  readonly statement?: string;
}
