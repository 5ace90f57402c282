import type { FailureClassification } from '@portcullis/plugin-api';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Change } from '../plan/change-set.ts';

/** A piece of work that changed something, with what its undo needs to know. */
export interface AppliedChange {
  readonly work: Change;
  /** What the ledger said of the object before; undefined when nothing. */
  readonly before: LedgerEntry | undefined;
  /**
   * `certain`: a statement of it has run. `perhaps`: one was sent, and nobody knows. `adopted`: the object was there and ours,
   * and the ledger alone was changed.
   */
  readonly extent: 'certain' | 'perhaps' | 'adopted';
  /** Whether the object was absent before; null when that could not be seen. */
  readonly absentBefore: boolean | null;
}

/** What became of one piece of work. */
export interface ChangeResult {
  /** Set when something was changed, in full or in part. */
  readonly change?: AppliedChange;
  /** What the next reader should know. */
  readonly note?: string;
  readonly failure?: FailureClassification;
  /** The text of the statement that failed; absent where none was sent. */
  readonly statement?: string;
}
