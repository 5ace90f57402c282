import { ledgerOf, marksOf } from '../../changes/ledger/read-ledger.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { LifecycleEvent } from '../lifecycle/lifecycle.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { createStoredContext } from '../plugin-versions/stored-context.ts';
import { resolveStagedSecret } from '../secrets/resolve-staged-secret.ts';
import {
  type IntegrationRecord,
  type TransitionDependencies,
  transitionIntegration,
} from '../state/integration-record.ts';
import { BY_SERVICE, type TimelineCause } from '../timeline/write-timeline.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import { runValidation } from './run-validation.ts';

/** The transition of a recurring check by the status, and the result that it requires. */
const TRANSITIONS: Readonly<
  Record<string, { readonly when: (passed: boolean) => boolean; readonly event: LifecycleEvent }>
> = {
  enabled: { when: (passed) => !passed, event: 'validation-failed' },
  recurringValidationError: { when: (passed) => passed, event: 'validation-passed' },
};

/**
 * Validates a stored integration as its service account, stores the results, and changes its status between `enabled` and
 * `recurringValidationError`. Privileged credentials are not needed. If the integration was changed in between, nothing is
 * stored.
 *
 * @param cause - the request. @default the recurring validation
 *
 * Sources: docs/concepts/lifecycle.md; docs/reference/kinds.md (the notifications of a failed and a recovered check).
 */
export async function validateIntegration(
  dependencies: IntegrationDependencies,
  record: IntegrationRecord,
  signal?: AbortSignal,
  cause: TimelineCause = BY_SERVICE,
): Promise<ValidationResults> {
  const definition = dependencies.registry.of(record);
  await refuseStoredByNewer(dependencies.store, definition, record);
  await resolveStagedSecret(dependencies, record, signal);
  const existing = await ledgerOf(dependencies.store, record.id, readEntry(definition));
  const operationContext = await createStoredContext(dependencies, record, { marks: marksOf(existing) });
  try {
    const { results } = await runValidation(dependencies, operationContext, {
      operation: 'recurring',
      facts: record.facts,
      ledger: existing,
      integrationId: record.id,
      signal,
    });
    await dependencies.store.transaction((transaction) =>
      storeResults(dependencies, transaction, record, results, cause),
    );
    return results;
  } finally {
    await operationContext.sessions.close();
  }
}

async function storeResults(
  dependencies: TransitionDependencies,
  transaction: StoreTransaction,
  record: IntegrationRecord,
  results: ValidationResults,
  cause: TimelineCause,
): Promise<void> {
  const passed = results.status !== 'failed';
  const transition = TRANSITIONS[record.status];
  const reason = failureOf(results);
  const patch = { validationResults: results, ...(reason === undefined ? {} : { statusReason: reason }) };
  if (!transition?.when(passed)) {
    await transaction.update(
      'integrations',
      { id: record.id, status: record.status, version: record.version },
      // A check that fails again may have another reason. Those of other statuses stay.
      transition ? patch : { validationResults: results },
    );
    return;
  }
  if (await transitionIntegration(dependencies, transaction, record, transition.event, patch, cause))
    await notifyCheck(dependencies, transaction, record, reason);
}

/** Notifies webhooks that a failed integration works again. */
export async function notifyRecovered(
  { notifications }: Pick<IntegrationDependencies, 'notifications'>,
  transaction: StoreTransaction,
  { id, type }: Pick<IntegrationRecord, 'id' | 'type'>,
): Promise<void> {
  const metadata = { integrationId: id, integrationType: type, modelName: `${type} integration ${id}` };
  await notifications.notify({ kind: 'healthCheckResolved', metadata }, transaction);
}

async function notifyCheck(
  dependencies: Pick<IntegrationDependencies, 'notifications'>,
  transaction: StoreTransaction,
  record: IntegrationRecord,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return notifyRecovered(dependencies, transaction, record);
  const { id, type } = record;
  const about = { integrationId: id, integrationType: type };
  const health = { ...about, modelName: `${type} integration ${id}` };
  await dependencies.notifications.notify(
    { kind: 'nativeIntegrationValidationFailed', metadata: { ...about, reason } },
    transaction,
  );
  await dependencies.notifications.notify({ kind: 'healthCheckFailed', metadata: { ...health, reason } }, transaction);
}

/** Returns the text of the first failure; undefined if there is none. */
function failureOf(results: ValidationResults): string | undefined {
  if (results.status !== 'failed') return undefined;
  const first = results.validationTests.find((test) => test.status === 'failed');
  return `${first?.name ?? 'A test'}: ${first?.message ?? 'failed'}`.slice(0, 2000);
}
