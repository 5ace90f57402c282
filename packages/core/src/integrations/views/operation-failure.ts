import type { StepAction } from '@portcullis/plugin-api';
import type { FailureCause } from '../../changes/sessions/failure-cause.ts';

/** Why an operation failed, for the person who has to fix it. */
export interface OperationFailure {
  /** The class of the failure. */
  readonly class: string;
  /** The failure, its place, the remedy and the leftovers. */
  readonly message: string;
  readonly cause?: FailureCause;
  /** The object that was being made, changed or removed. */
  readonly object?: { readonly key: string; readonly kind: string; readonly name: string };
  readonly action?: StepAction;
  /** The statement that the platform refused: the canonical text, secrets as slots. */
  readonly statement?: string;
  /** If a privilege is missing: the privileges that the statement needs. One of several may be all that is missing. */
  readonly missing?: readonly { readonly privilege: string; readonly on: string }[];
  /** The statements that fix it with the real names, and who must run them. */
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string };
}
