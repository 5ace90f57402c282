import type { ObjectFacts } from '../../changes/plan/change-set.ts';

/** The removal that a manual DELETE checks. */
export interface ManualRemoval {
  /** The objects that the delete script removes. */
  readonly objects: readonly ObjectFacts[];
  /** True if the delete script was returned while the account could still sign in. */
  readonly isScriptIssued: boolean;
}
