import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { dropWork } from '../bootstrap/derive-work.ts';
import { withDropPrivileges } from '../bootstrap/drop-privileges.ts';
import { ledgerOf, outputsOf } from '../bootstrap/ledger/read-ledger.ts';
import type { Plan } from '../bootstrap/plan.ts';
import { planOf } from '../bootstrap/plan-of.ts';
import type { ResolvedLedger } from '../bootstrap/resolve-ledger.ts';
import { runDrops } from '../bootstrap/run-work.ts';
import type { ObjectFacts, Work } from '../bootstrap/work.ts';
import { readEntry } from '../migration/migrate-entry.ts';
import { migrateLedger } from '../migration/migrate-ledger.ts';
import { refuseAhead } from '../migration/plugin-versions.ts';
import { readStored } from '../migration/stored-integration.ts';
import type { Row } from '../ports/store/tables.ts';
import { askHost } from '../removal/ask-host.ts';
import { NO_MEMBERS } from '../removal/find-members.ts';
import type { RequestContext } from '../security/principal.ts';
import type { ValidationResults } from '../validation/validation-results.ts';
import { refuseBusy, refuseOtherVersion } from './change-guards.ts';
import type { ChangeOptions } from './change-options.ts';
import { revokeIntegrationKeys } from './client-setup.ts';
import { readCredentials } from './delete-credentials.ts';
import { disableIntegration } from './disable-integration.ts';
import type { Engine } from './engine.ts';
import { declaredObjects, executableDrops, refuseOtherPlan } from './executable-work.ts';
import { explainFailure } from './explain-failure.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, moveIntegration } from './integration-record.ts';
import type { DryRunAnswer, OperationAnswer } from './integration-views.ts';
import { membersInTheWay, ownerOf, sharedWarnings } from './members-in-the-way.ts';
import { beginOperation } from './operations.ts';
import { type Preparation, prepare } from './preparation.ts';
import { racedError } from './raced-error.ts';
import { refuseRaced } from './refuse-raced.ts';
import { settleStagedSecret } from './rotation/settle-staged-secret.ts';
import { type Conclusion, runOperation } from './run-operation.ts';
import { refuseFailed } from './run-validation.ts';
import { serviceSecrets } from './service-secrets.ts';
import { correctLedger, isUnsettled, lookAtLedger } from './settle-ledger.ts';
import { validateRemoval } from './validate-removal.ts';
import { createWorkEnvironment } from './work-environment.ts';

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

  await settleStagedSecret(engine, record, context.signal);
  const preparation = await prepareRemoval(engine, definition, record, credentials);
  try {
    const results = await validateRemoval(engine, preparation, record, made, context.signal);
    if (results.status === 'failed') await refuseRaced(engine.store, record);
    const known = await settledLedger(engine, preparation, record, made, results);
    const drops = withDropPrivileges(
      dropWork(executableDrops(known.made, preparation, record.facts)),
      declaredObjects(preparation.list, record.facts),
    );
    const about = { integrationId: id, type: record.type, operation: 'delete' as const };
    const find = (signal: AbortSignal) =>
      membersInTheWay(engine, preparation, id, { ledger: known.made, drops, signal });
    const isLookable = results.status !== 'failed';
    const members = isLookable ? await find(context.signal ?? new AbortController().signal) : NO_MEMBERS;
    await askHost(engine, { ...about, dryRun: options.dryRun ?? false }, drops, members);
    const warnings = [...members.warnings, ...(await sharedWarnings(engine.store, ownerOf(preparation, id), drops))];
    const plan = planOf('delete', [...members.work, ...drops], { runtimeObjects: members.shown, warnings });
    if (options.dryRun) {
      await preparation.sessions.close();
      return { validationResults: results, plan };
    }
    refuseFailed(record.type, results);
    refuseOtherPlan(options.ifPlan, plan);
    const { moved, operation } = await storeDeleting(engine, context, record, preparation, { plan, results });
    engine.background.start(id, 'delete', (signal) =>
      runOperation(
        engine,
        {
          record: moved,
          operation,
          preparation,
          failureEvent: 'delete-failed',
          work: async (inner) => {
            const now = await find(inner);
            const isNew = now.shown.some(
              ({ family, name }) => !members.shown.some((each) => each.family === family && each.name === name),
            );
            if (isNew) await askHost(engine, { ...about, dryRun: false }, drops, now);
            const work = [...now.work, ...drops];
            return takeDown(engine, { record: moved, operation, preparation, known, work }, inner);
          },
        },
        signal,
      ),
    );
    return { id: String(id), status: 'deleting', validationResults: results };
  } catch (error) {
    await preparation.sessions.close();
    throw error;
  }
}

async function prepareRemoval(
  engine: Engine,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  credentials: Readonly<Record<string, unknown>>,
): Promise<Preparation> {
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

/** What there is to remove. After an operation that did not get to its end the platform says it, not the ledger alone. */
async function settledLedger(
  engine: Engine,
  preparation: Preparation,
  record: IntegrationRecord,
  made: readonly ObjectFacts[],
  results: ValidationResults,
): Promise<Pick<ResolvedLedger, 'made' | 'corrections'>> {
  const isLookable = results.status !== 'failed' && executableDrops(made, preparation, record.facts).length > 0;
  if (!isLookable || !(await isUnsettled(engine.store, record))) return { made, corrections: new Map() };
  const ledger = await lookAtLedger(engine, preparation, record);
  return { made: [...ledger.made, ...ledger.incomplete], corrections: ledger.corrections };
}

async function storeDeleting(
  engine: Engine,
  { principal }: RequestContext,
  record: IntegrationRecord,
  preparation: Preparation,
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
    if (!moved) throw await racedError(transaction, record.id);
    const operation = await beginOperation(
      transaction,
      engine.clock,
      { owner: engine.nodeId, milliseconds: engine.options.leaseMs },
      {
        integrationId: record.id,
        kind: 'delete',
        scope: preparation.scope,
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
  readonly preparation: Preparation;
  readonly known: Pick<ResolvedLedger, 'made' | 'corrections'>;
  readonly work: readonly Work[];
}

async function takeDown(
  engine: Engine,
  { record, operation, preparation, known, work }: TakeDown,
  signal: AbortSignal,
): Promise<Conclusion> {
  await migrateLedger(engine.store, record.id, preparation.definition);
  await correctLedger(engine.store, record.id, known);
  const environment = createWorkEnvironment(engine, {
    integrationId: record.id,
    operationId: operation.id,
    preparation,
    facts: record.facts,
    objects: known.made,
    signal,
    outputs: await outputsOf(engine.store, record.id),
  });
  const result = await runDrops(work, environment);
  if (result.failure) {
    const { kind, name } = result.failure.work.object;
    const failure = explainFailure(preparation, preparation.list(record.facts), result.failure);
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
  return {
    event: 'delete-succeeded',
    status: 'succeeded',
    ...(result.notes.length > 0 ? { patch: { statusReason: `${result.notes.join('; ')}.` } } : {}),
    also: async (transaction) => {
      await engine.secrets.forget(transaction, `integration:${record.id}`);
      await revokeIntegrationKeys(transaction, record.id);
      await transaction.remove('managedObjects', { integrationId: record.id });
      await transaction.remove('driftReports', { integrationId: record.id });
    },
  };
}
