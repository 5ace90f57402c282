import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { LifecycleEvent } from '../lifecycle/lifecycle.ts';
import { type RewrittenEntry, restoreLedger } from '../plugin-versions/migrate-ledger.ts';
import type { OperationFailure } from '../views/operation-failure.ts';
import type { Conclusion } from './run-operation.ts';

/** A run that failed and was reverted. */
export interface FailedRun {
  /** The action that failed, in one sentence. */
  readonly what: string;
  readonly failure: OperationFailure;
  /** Objects that could not be reverted, one text each. */
  readonly leftovers: readonly string[];
}

/** The failure of an operation. */
interface OperationEnd extends FailedRun {
  readonly integrationId: number;
  readonly event: LifecycleEvent;
  /** The ledger entries that the operation has rewritten in the form of a newer plugin. @default none */
  readonly rewritten?: readonly RewrittenEntry[];
}

/**
 * Returns the conclusion of an operation that failed and was reverted. Pending secrets are destroyed, unless they are needed to
 * sign in to leftovers on the platform.
 */
export function failedConclusion(
  dependencies: Pick<IntegrationDependencies, 'secrets'>,
  { integrationId, event, what, failure, leftovers, rewritten = [] }: OperationEnd,
): Conclusion {
  const message = failureText(what, failure.message, leftovers);
  return {
    event,
    status: 'failed',
    patch: { statusReason: message },
    error: { ...failure, message },
    leftovers,
    inTransaction: async (transaction) => {
      if (rewritten.length > 0) await restoreLedger(transaction, integrationId, rewritten);
      if (leftovers.length === 0)
        await dependencies.secrets.discardPending(transaction, integrationSecretOwner(integrationId));
    },
  };
}

/** Returns the message of a failed run for users: the failure, and the leftovers on the platform. */
export function failureText(what: string, message: string, leftovers: readonly string[]): string {
  return leftovers.length === 0
    ? `${what} ${message}`
    : `${what} ${message} Could not be undone: ${leftovers.join('; ')}.`;
}
