import { runDrops } from '../../changes/apply/run-change-set.ts';
import type { Row } from '../../ports/store/tables.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import { revokeIntegrationKeys } from '../client-setup/client-setup.ts';
import { type ApplyDependencies, createExecutionContext } from '../operations/create-execution-context.ts';
import { explainFailure } from '../operations/explain-failure.ts';
import { correctLedger } from '../operations/observe-ledger.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import type { Conclusion } from '../operations/run-operation.ts';
import { migrateLedger } from '../plugin-versions/migrate-ledger.ts';
import { MANUAL_REMOVAL_TEST } from '../validation/manual-removal-test.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import type { RemovalPlan } from './plan-removal.ts';

/** A removal that was stored and runs. */
export interface RemovalRun extends OperationRun {
  readonly removal: Pick<RemovalPlan, 'ledger' | 'dropContents' | 'changesNow'>;
}

/** Drops the objects of an integration and concludes the operation. */
export async function applyRemoval(
  dependencies: ApplyDependencies,
  run: RemovalRun,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { record, operation, operationContext, removal } = run;
  const { ledger, dropContents, changesNow } = removal;
  const changes = await changesNow(signal);
  await migrateLedger(dependencies.store, record.id, operationContext.definition);
  await correctLedger(dependencies.store, record.id, ledger);
  const context = await createExecutionContext(dependencies, run, {
    facts: record.facts,
    objects: ledger.existing,
    dropContents,
    signal,
  });
  const result = await runDrops(changes, context);
  if (result.failure) {
    const { kind, name } = result.failure.change.object;
    const failure = explainFailure(operationContext, operationContext.listObjects(record.facts), result.failure);
    const what = `Removing ${kind} ${name} failed.`;
    const message = `${what} ${failure.message} Still on the platform: ${result.leftovers.join('; ')}.`;
    return {
      event: 'delete-failed',
      status: 'failed',
      patch: { statusReason: message },
      error: { ...failure, message },
      leftovers: result.leftovers,
    };
  }
  const notes = [...(result.notes.length > 0 ? [`${result.notes.join('; ')}.`] : []), ...unobservedIn(operation)];
  return {
    event: 'delete-succeeded',
    status: 'succeeded',
    ...(notes.length > 0 ? { patch: { statusReason: notes.join(' ') } } : {}),
    inTransaction: async (transaction) => {
      await dependencies.secrets.destroy(transaction, integrationSecretOwner(record.id));
      await revokeIntegrationKeys(transaction, record.id);
      await transaction.remove('managedObjects', { integrationId: record.id });
      await transaction.remove('driftReports', { integrationId: record.id });
    },
  };
}

/** Returns the objects that a manual removal could not observe, from the message of its test. */
function unobservedIn({ validationResults }: Pick<Row<'operations'>, 'validationResults'>): readonly string[] {
  const { validationTests = [] } = (validationResults as ValidationResults | null) ?? {};
  return validationTests.flatMap(({ id, status, message }) =>
    id === MANUAL_REMOVAL_TEST && status === 'warning' && message !== undefined ? [message] : [],
  );
}
