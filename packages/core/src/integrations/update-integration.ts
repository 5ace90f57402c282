import { ledgerOf } from '../bootstrap/ledger.ts';
import type { Plan } from '../bootstrap/plan.ts';
import { planOf } from '../bootstrap/plan-of.ts';
import type { ObjectFacts } from '../bootstrap/work.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Row } from '../ports/store/tables.ts';
import type { RequestContext } from '../security/principal.ts';
import type { ValidationResults } from '../validation/validation-results.ts';
import { applyEdit } from './apply-edit.ts';
import { refuseBusy, refuseEnded, refuseImmutable, refuseOtherKind, refuseOtherVersion } from './change-guards.ts';
import { changeOf, privilegedOf, storeChanges } from './edit-change.ts';
import type { Engine } from './engine.ts';
import { generateSecrets, refuseOtherPlan } from './executable-work.ts';
import { type IntegrationInput, parseConfig, readEnvelope } from './integration-input.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, moveIntegration } from './integration-record.ts';
import type { DryRunAnswer, OperationAnswer } from './integration-views.ts';
import type { ChangeOptions } from './integrations-service.ts';
import { beginOperation } from './operations.ts';
import { type Preparation, prepare } from './preparation.ts';
import { racedError } from './raced-error.ts';
import { runOperation } from './run-operation.ts';
import { refuseFailed, runValidation } from './run-validation.ts';
import { fillMarkers, restoreConfig } from './stored-config.ts';

/** PUT /integrations/{id}: the difference between what is and what is wanted, put back when it fails before its point of no return. */
export async function updateIntegration(
  engine: Engine,
  context: RequestContext,
  id: number,
  body: unknown,
  options: ChangeOptions,
): Promise<OperationAnswer | DryRunAnswer> {
  const { record, input, restored, config, made } = await checkEdit(engine, id, body);
  await refuseBusy(engine.store, record);
  refuseOtherVersion(record, options.ifMatch);
  const neverCreated = !record.everEnabled;
  const secrets = await serviceSecrets(engine, record, input.definition.generatedSecrets, neverCreated);
  const preparation = await prepare(engine, { ...input, config, facts: record.facts, generated: secrets });
  try {
    const report = await runValidation(engine, preparation, {
      operation: neverCreated ? 'create' : 'edit',
      facts: record.facts,
      ledger: made,
      integrationId: id,
      signal: context.signal,
    });
    const change = changeOf(
      preparation,
      report,
      made,
      { ...restored, ...privilegedOf(preparation) },
      neverCreated,
      record,
    );
    const plan = planOf('edit', [...change.undoing, ...change.before, ...change.after], {
      store: storeChanges(preparation, record),
    });
    if (options.dryRun) {
      await preparation.sessions.close();
      return { validationResults: report.results, plan };
    }
    refuseFailed(record.type, report.results);
    refuseOtherPlan(options.ifPlan, plan);
    const { moved, operation } = await storeEditing(engine, context, record, preparation, {
      plan,
      results: report.results,
    });
    const failureEvent = neverCreated ? ('recreate-failed' as const) : ('edit-failed' as const);
    engine.background.start(id, 'edit', (signal) =>
      runOperation(
        engine,
        {
          record: moved,
          operation,
          preparation,
          failureEvent,
          work: (inner) =>
            applyEdit(engine, { record: moved, operation, preparation, report, change, failureEvent }, inner),
        },
        signal,
      ),
    );
    return { id: String(id), status: 'editing', validationResults: report.results };
  } catch (error) {
    await preparation.sessions.close();
    throw error;
  }
}

/** A PUT whose body was understood and may change what it changes. */
interface CheckedEdit {
  readonly record: IntegrationRecord;
  readonly input: IntegrationInput;
  readonly restored: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly made: readonly ObjectFacts[];
}

async function checkEdit(engine: Engine, id: number, body: unknown): Promise<CheckedEdit> {
  const record = await findIntegration(engine.store, id, { withEnded: true });
  refuseEnded(record);
  if (!engine.registry.get(record.type).editable) {
    throw new ServiceError(
      'TYPE_NOT_EDITABLE',
      `An integration of type ${record.type} cannot be edited. Delete it and create it again.`,
    );
  }
  const input = readEnvelope(engine.registry, body);
  const made = await ledgerOf(engine.store, id);
  const unlocked = !record.everEnabled && made.length === 0;
  refuseOtherKind({ record, unlocked }, { type: input.definition.type, autoBootstrap: input.mode === 'automatic' });
  const restored = restoreConfig(record.config, await engine.secrets.readAll(`integration:${id}`));
  const config = parseConfig(
    input.definition,
    fillMarkers(input.config, input.mode === modeOfRecord(record) ? restored : {}),
  );
  refuseImmutable({ definition: input.definition, record, restored, unlocked }, config);
  return { record, input, restored, config, made };
}

async function storeEditing(
  engine: Engine,
  { principal }: RequestContext,
  record: IntegrationRecord,
  preparation: Preparation,
  { plan, results }: { readonly plan: Plan; readonly results: ValidationResults },
): Promise<{ readonly moved: IntegrationRecord; readonly operation: Row<'operations'> }> {
  return engine.store.transaction(async (transaction) => {
    const moved = await moveIntegration(
      engine,
      transaction,
      record,
      'edit',
      { validationResults: results },
      principal.id,
    );
    if (!moved) throw await racedError(transaction, record.id);
    const lease = { owner: engine.nodeId, milliseconds: engine.options.leaseMs };
    const { scope, mode, secrets } = preparation;
    const operation = await beginOperation(transaction, engine.clock, lease, {
      integrationId: record.id,
      kind: 'edit',
      scope,
      requestedBy: principal.id,
      plan,
      validationResults: results,
    });
    if (!record.everEnabled && mode === 'automatic') {
      for (const [slot, secret] of Object.entries(secrets)) {
        await engine.secrets.put(transaction, `integration:${record.id}`, slot, secret, 'pending');
      }
    }
    return { moved, operation };
  });
}

/** The service account's secrets: those that work now, or new ones when it never was made. */
async function serviceSecrets(
  engine: Engine,
  record: IntegrationRecord,
  policies: Readonly<Record<string, object>> | undefined,
  neverCreated: boolean,
): Promise<Readonly<Record<string, string>>> {
  return neverCreated
    ? generateSecrets(engine, policies)
    : engine.secrets.readAll(`integration:${record.id}`, { preferPending: true });
}
