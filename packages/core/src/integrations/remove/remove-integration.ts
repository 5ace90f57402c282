import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { runDrops } from '../../changes/apply/run-change-set.ts';
import { ledgerOf, outputsOf } from '../../changes/ledger/read-ledger.ts';
import type { ResolvedLedger } from '../../changes/ledger/resolve-ledger.ts';
import type { Change, ObjectFacts } from '../../changes/plan/change-set.ts';
import { dropChanges } from '../../changes/plan/derive-changes.ts';
import { withDropPrivileges } from '../../changes/plan/drop-privileges.ts';
import type { Plan } from '../../changes/plan/plan.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { unclearWarnings } from '../../changes/plan/unclear-object.ts';
import { askHost } from '../../changes/removal/ask-host.ts';
import { NO_RUNTIME_OBJECTS } from '../../changes/removal/find-runtime-objects.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { revokeIntegrationKeys } from '../client-setup/client-setup.ts';
import type { Engine } from '../context/engine.ts';
import { type OperationContext, prepare } from '../context/operation-context.ts';
import {
  blockedWarnings,
  blockingObjects,
  ownerOf,
  refuseBlocked,
  sharedWarnings,
} from '../operations/blocking-objects.ts';
import { createExecutionContext } from '../operations/create-execution-context.ts';
import { declaredObjects, executableDrops, refuseOtherPlan } from '../operations/executable-changes.ts';
import { explainFailure } from '../operations/explain-failure.ts';
import { correctLedger, needsObservation, observeLedger } from '../operations/finalize-ledger.ts';
import { beginOperation } from '../operations/operations.ts';
import { type Conclusion, runOperation } from '../operations/run-operation.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { migrateLedger } from '../plugin-versions/migrate-ledger.ts';
import { refuseAhead } from '../plugin-versions/plugin-versions.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import { resolveStagedSecret } from '../secrets/promote-staged-secret.ts';
import { serviceSecrets } from '../secrets/service-secrets.ts';
import { refuseBusy, refuseOtherVersion } from '../state/change-guards.ts';
import { readCredentials } from '../state/delete-credentials.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, moveIntegration } from '../state/integration-record.ts';
import { refuseVersionConflict } from '../state/refuse-version-conflict.ts';
import { versionConflict } from '../state/version-conflict-error.ts';
import { MANUAL_REMOVAL_TEST } from '../validation/manual-removal-test.ts';
import { refuseFailed } from '../validation/run-validation.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunAnswer, OperationAnswer } from '../views/integration-views.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import { disableIntegration } from './disable-integration.ts';
import { validateRemoval } from './validate-removal.ts';

/** DELETE /integrations/{id}: removes from the platform what the ledger says is ours, then the record. */
export async function removeIntegration(
  engine: Engine,
  context: RequestContext,
  id: number,
  body: unknown,
  options: ChangeOptions & { readonly forceDisable?: boolean },
): Promise<OperationAnswer | DryRunAnswer> {
  const record = await findIntegration(engine.store, id);
  const definition = engine.registry.get(record.type);
  // Before the body: while it is being changed, no request is the right one.
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
    const results = await validateRemoval(engine, operationContext, record, made, context.signal);
    if (results.status === 'failed') await refuseVersionConflict(engine.store, record);
    const known = await ledgerForRemoval(engine, operationContext, record, made, results);
    const drops = withDropPrivileges(
      dropChanges(executableDrops(known.made, operationContext, record.facts)),
      declaredObjects(operationContext.list, record.facts),
    );
    const about = { integrationId: id, type: record.type, operation: 'delete' as const };
    const isClear = ({ object }: Change): boolean => known.unclear.every(({ key }) => key !== object.key);
    const find = (signal: AbortSignal) =>
      blockingObjects(engine, operationContext, id, { ledger: known.made, drops: drops.filter(isClear), signal });
    const isObservable = results.status !== 'failed';
    const runtimeObjects = isObservable
      ? await find(context.signal ?? new AbortController().signal)
      : NO_RUNTIME_OBJECTS;
    const verdict = await askHost(engine, { ...about, dryRun: options.dryRun ?? false }, drops, runtimeObjects);
    const dropContents = options.dropContents === true || verdict.allowContents;
    const warnings = [
      ...unclearWarnings(known.unclear),
      ...runtimeObjects.warnings,
      ...blockedWarnings(runtimeObjects, dropContents),
      ...(await sharedWarnings(engine.store, ownerOf(operationContext, id), drops)),
    ];
    const plan = planOf('delete', [...runtimeObjects.changes, ...drops], {
      runtimeObjects: runtimeObjects.shown,
      warnings,
    });
    if (options.dryRun) {
      await operationContext.sessions.close();
      return { validationResults: results, plan };
    }
    refuseFailed(record.type, results);
    refuseBlocked(runtimeObjects, dropContents);
    refuseOtherPlan(options.ifPlan, plan);
    const { moved, operation } = await storeDeleting(engine, context, record, operationContext, { plan, results });
    engine.background.start(id, 'delete', (signal) =>
      runOperation(
        engine,
        {
          record: moved,
          operation,
          operationContext,
          failureEvent: 'delete-failed',
          execute: async (inner) => {
            const now = await find(inner);
            const isNew = now.shown.some(
              ({ family, name }) => !runtimeObjects.shown.some((each) => each.family === family && each.name === name),
            );
            if (isNew) await askHost(engine, { ...about, dryRun: false }, drops, now);
            const changes = [...now.changes, ...drops];
            return takeDown(
              engine,
              { record: moved, operation, operationContext, known, changes, dropContents },
              inner,
            );
          },
        },
        signal,
      ),
    );
    return { id: String(id), status: 'deleting', validationResults: results };
  } catch (error) {
    await operationContext.sessions.close();
    throw error;
  }
}

async function prepareRemoval(
  engine: Engine,
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

/** Returns the objects to remove. After an unfinished operation the platform decides, not the ledger alone. */
async function ledgerForRemoval(
  engine: Engine,
  operationContext: OperationContext,
  record: IntegrationRecord,
  made: readonly ObjectFacts[],
  results: ValidationResults,
): Promise<Pick<ResolvedLedger, 'made' | 'unclear' | 'corrections'>> {
  const isObservable = results.status !== 'failed' && executableDrops(made, operationContext, record.facts).length > 0;
  if (!isObservable || !(await needsObservation(engine.store, record)))
    return { made, unclear: [], corrections: new Map() };
  const ledger = await observeLedger(engine, operationContext, record);
  const { incomplete, unclear, corrections } = ledger;
  return { made: [...ledger.made, ...incomplete], unclear, corrections };
}

async function storeDeleting(
  engine: Engine,
  { principal }: RequestContext,
  record: IntegrationRecord,
  operationContext: OperationContext,
  { plan, results }: { readonly plan: Plan; readonly results: ValidationResults },
): Promise<{ moved: IntegrationRecord; operation: Row<'operations'> }> {
  return engine.store.transaction(async (transaction) => {
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

interface TakeDown {
  readonly record: IntegrationRecord;
  readonly operation: Row<'operations'>;
  readonly operationContext: OperationContext;
  readonly known: Pick<ResolvedLedger, 'made' | 'corrections'>;
  readonly changes: readonly Change[];
  readonly dropContents: boolean;
}

async function takeDown(
  engine: Engine,
  { record, operation, operationContext, known, changes, dropContents }: TakeDown,
  signal: AbortSignal,
): Promise<Conclusion> {
  await migrateLedger(engine.store, record.id, operationContext.definition);
  await correctLedger(engine.store, record.id, known);
  const context = createExecutionContext(engine, {
    integrationId: record.id,
    operationId: operation.id,
    operationContext,
    facts: record.facts,
    objects: known.made,
    dropContents,
    signal,
    outputs: await outputsOf(engine.store, record.id),
  });
  const result = await runDrops(changes, context);
  if (result.failure) {
    const { kind, name } = result.failure.change.object;
    const failure = explainFailure(operationContext, operationContext.list(record.facts), result.failure);
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
    also: async (transaction) => {
      await engine.secrets.forget(transaction, `integration:${record.id}`);
      await revokeIntegrationKeys(transaction, record.id);
      await transaction.remove('managedObjects', { integrationId: record.id });
      await transaction.remove('driftReports', { integrationId: record.id });
    },
  };
}

/** Returns what a manual removal could not look at, in the words of its test. */
function unobservedIn({ validationResults }: Pick<Row<'operations'>, 'validationResults'>): readonly string[] {
  const { validationTests = [] } = (validationResults as ValidationResults | null) ?? {};
  return validationTests.flatMap(({ id, status, message }) =>
    id === MANUAL_REMOVAL_TEST && status === 'warning' && message !== undefined ? [message] : [],
  );
}
