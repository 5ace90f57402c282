import type { StepAction } from '@portcullis/plugin-api';
import type { FailureCause } from '../../changes/sessions/failure-cause.ts';

/** The failure of an operation, with its remedy. */
export interface OperationFailure {
  /** The class of the failure. */
  readonly class: string;
  /** The failure, its place, the remedy and the leftovers. */
  readonly message: string;
  readonly cause?: FailureCause;
  /** The object that was being created, changed or removed. */
  readonly object?: { readonly key: string; readonly kind: string; readonly name: string };
  readonly action?: StepAction;
  /** The statement that the platform refused: the canonical text, secrets as slots. */
  readonly statement?: string;
  /** For a missing privilege: all privileges that the statement needs, of which at least one is missing. */
  readonly missing?: readonly { readonly privilege: string; readonly on: string }[];
  /** The statements that fix it, with the real names, and the account that must run them. */
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string };
}
