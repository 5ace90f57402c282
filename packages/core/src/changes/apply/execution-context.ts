import type { FailureClassification, Observation } from '@portcullis/plugin-api';
import type { Clock } from '../../ports/clock.ts';
import type { TenantStore } from '../../ports/store/store.ts';
import type { LedgerOwner } from '../ledger/ledger-entry.ts';
import type { Change, ObjectFacts } from '../plan/change-set.ts';
import type { StepContext } from './execute-step.ts';
import type { Journal } from './journal.ts';

/** The context that changes are applied in. */
export interface ExecutionContext extends StepContext {
  readonly store: TenantStore;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly owner: LedgerOwner;
  /** The outputs of calls, by `objectKey.name`. */
  readonly outputs: Map<string, string>;
  /** The positions of objects in the plugin's list, by key, from 1; the ledger has the same order. */
  readonly positions: ReadonlyMap<string, number>;
  /** Observes one object now. */
  observe(object: ObjectFacts): Promise<Observation>;
  /** Returns the changes that complete the work on the affected stages. */
  finishing(changes: readonly Pick<Change, 'steps'>[]): readonly Change[];
  /** Checks an object before its drop: returns why it must stay if it has foreign contents. */
  refuseContents(object: ObjectFacts): Promise<FailureClassification | undefined>;
}
