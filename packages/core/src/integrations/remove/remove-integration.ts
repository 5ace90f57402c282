import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { ledgerOf } from '../../changes/ledger/read-ledger.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { type OperationContext, prepare } from '../context/operation-context.ts';
import { refuseBlocked } from '../operations/blocking-objects.ts';
import { refuseOtherPlan } from '../operations/executable-changes.ts';
import { beginOperation } from '../operations/operations.ts';
import { runOperation } from '../operations/run-operation.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseAhead } from '../plugin-versions/plugin-versions.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import { resolveStagedSecret } from '../secrets/promote-staged-secret.ts';
import { readCredentials } from '../secrets/read-credentials.ts';
import { serviceSecrets } from '../secrets/service-secrets.ts';
import { refuseBusy, refuseOtherVersion } from '../state/change-guards.ts';
import { enforceOperationLimit } from '../state/integration-limits.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, moveIntegration } from '../state/integration-record.ts';
import { versionConflict } from '../state/version-conflict-error.ts';
import { refuseFailed } from '../validation/run-validation.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunAnswer, OperationAnswer } from '../views/integration-views.ts';
import { disableIntegration } from './disable-integration.ts';
import { planRemoval, type RemovalPlan } from './plan-removal.ts';
import { takeDown } from './take-down.ts';

/** DELETE /integrations/{id}: removes the objects in the ledger from the platform, then the record. */
export async function removeIntegration(
  engine: IntegrationDependencies,
  context: RequestContext,
  id: number,
  body: unknown,
  options: ChangeOptions & { readonly forceDisable?: boolean } = {},
): Promise<OperationAnswer | DryRunAnswer> {
  const record = await findIntegration(engine.store, id);
  const definition = engine.registry.get(record.type);
  // This check is before that of the body, because every request is refused during a change.
  await refuseBusy(engine.store, record);
  const credentials = readCredentials(definition, record, body, options.forceDisable ?? false);
  refuseOtherVersion(record, options.ifMatch);
  const made = await ledgerOf(engine.store, id, readEntry(definition));
  if (options.forceDisable)
    return disableIntegration(engine, context, { record, definition, made }, options.dryRun ?? false);
  await refuseAhead(engine.store, definition, record);

  await resolveStagedSecret(engine, record, context.signal);
  const operationContext = await prepareRemoval(engine, definition, record, credentials);
  try {
    const removal = await planRemoval(engine, operationContext, { record, made, options, signal: context.signal });
    const { results, plan } = removal;
    if (options.dryRun) {
      await operationContext.sessions.close();
      return { validationResults: results, plan };
    }
    refuseFailed(record.type, results);
    refuseBlocked(removal.runtimeObjects, removal.dropContents);
    refuseOtherPlan(options.ifPlan, plan);
    const { moved, operation } = await storeDeleting(engine, context, record, operationContext, removal);
    const run = { record: moved, operation, operationContext };
    const running = runOperation(engine, {
      ...run,
      failureEvent: 'delete-failed',
      execute: takeDown.bind(undefined, engine, { ...run, removal }),
    });
    engine.background.track(id, 'delete', running);
    return { id: String(id), status: 'deleting', validationResults: results };
  } catch (error) {
    await operationContext.sessions.close();
    throw error;
  }
}

async function prepareRemoval(
  engine: IntegrationDependencies,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  credentials: Readonly<Record<string, unknown>>,
): Promise<OperationContext> {
  const { restored } = await readStored(engine, definition, record);
  const { all: generated } = await serviceSecrets(engine, definition, record.id, false);
  const config = { ...restored, ...credentials };
  return prepare(engine, {
    definition,
    mode: modeOfRecord(record),
    config,
    facts: record.facts,
    generated,
    markInstance: record.markInstance,
  });
}

async function storeDeleting(
  engine: Pick<
    IntegrationDependencies,
    'store' | 'notifications' | 'events' | 'clock' | 'options' | 'nodeId' | 'limiter'
  >,
  { principal }: RequestContext,
  record: IntegrationRecord,
  operationContext: OperationContext,
  { plan, results }: Pick<RemovalPlan, 'plan' | 'results'>,
): Promise<{ moved: IntegrationRecord; operation: Row<'operations'> }> {
  return engine.store.transaction(async (transaction) => {
    await enforceOperationLimit(engine.limiter, transaction);
    const moved = await moveIntegration(
      engine,
      transaction,
      record,
      'delete',
      { validationResults: results },
      principal.id,
    );
    if (!moved) throw await versionConflict(transaction, record.id);
    const operation = await beginOperation(
      transaction,
      engine.clock,
      { owner: engine.nodeId, milliseconds: engine.options.leaseMs },
      {
        integrationId: record.id,
        kind: 'delete',
        scope: operationContext.scope,
        requestedBy: principal.id,
        plan,
        validationResults: results,
      },
    );
    return { moved, operation };
  });
}
