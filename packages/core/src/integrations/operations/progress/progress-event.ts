import type { IntegrationStatus } from '../../lifecycle/integration-status.ts';
import type { JournalEntryView, OperationView } from '../../views/integration-views.ts';
import type { ValidationTestResult } from '../../views/validation-results.ts';

/**
 * An event for a follower of an integration. Events with an `id` come from the journal in the store, so they are the same
 * on every node, now and later: with the id of the last event a follower continues where it stopped.
 */
export type ProgressEvent =
  | { readonly event: 'snapshot'; readonly id: string; readonly data: ProgressSnapshot }
  | { readonly event: 'operation'; readonly id: string; readonly data: OperationProgress }
  | { readonly event: 'statement'; readonly id: string; readonly data: StatementProgress }
  | { readonly event: 'test'; readonly data: TestProgress };

/** The first event of a follower without an earlier event: the current state. */
export interface ProgressSnapshot {
  readonly integrationId: number;
  readonly status: IntegrationStatus;
  /** The latest operation with its journal so far; absent while there is none. */
  readonly operation?: OperationView;
}

/** An operation that began (`running`) or ended. */
export type OperationProgress = Omit<OperationView, 'journal'> & { readonly integrationId: number };

/** A statement that is about to run (`intended`), or ended. */
export interface StatementProgress extends JournalEntryView {
  readonly integrationId: number;
  readonly operationId: number;
  /** The statements of the plan: existing objects need none, and an undo adds some. */
  readonly total: number;
}

/**
 * A validation test of a stored integration that begins or ended. Only the validating node reports it, and only once; the
 * following operation has all results.
 */
export interface TestProgress {
  readonly integrationId: number;
  /** The validated operation: `create`, `edit`, `delete` or `recurring`. */
  readonly operation: string;
  readonly state: 'started' | 'finished';
  readonly position: number;
  readonly total: number;
  /** The test, with its result at its end. */
  readonly test: Pick<ValidationTestResult, 'id' | 'name' | 'phase'> & Partial<ValidationTestResult>;
}
