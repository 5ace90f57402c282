import { ledgerOf } from '../bootstrap/ledger.ts';
import { planOf } from '../bootstrap/plan-of.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { RequestContext } from '../security/principal.ts';
import { applyEdit } from './apply-edit.ts';
import { refuseBusy, refuseEnded, refuseImmutable, refuseOtherVersion } from './change-guards.ts';
import { changeOf, privilegedOf, storeChanges } from './edit-change.ts';
import type { Engine } from './engine.ts';
import { generateSecrets, refuseOtherPlan } from './executable-work.ts';
import { parseConfig, readEnvelope } from './integration-input.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, moveIntegration } from './integration-record.ts';
import type { DryRunAnswer, OperationAnswer } from './integration-views.ts';
import type { ChangeOptions } from './integrations-service.ts';
import { beginOperation } from './operations.ts';
import { prepare } from './preparation.ts';
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
  const record = await findIntegration(engine.store, id, { withEnded: true });
  refuseEnded(record);
  const input = readEnvelope(engine.registry, body);
  if (!engine.registry.get(record.type).editable) {
    throw new ServiceError(
      'TYPE_NOT_EDITABLE',
      `An integration of type ${record.type} cannot be edited. Delete it and create it again.`,
    );
  }
  const neverCreated = !record.everEnabled;
  refuseImmutable(
    input.definition,
    record,
    { type: input.definition.type, autoBootstrap: input.mode === 'automatic', config: record.config as object },
    { neverCreated },
  );
  const restored = restoreConfig(record.config, await engine.secrets.readAll(`integration:${id}`));
  const config = parseConfig(
    input.definition,
    fillMarkers(input.config, input.mode === modeOfRecord(record) ? restored : {}),
  );
  refuseImmutable(
    input.definition,
    record,
    { type: input.definition.type, autoBootstrap: input.mode === 'automatic', config },
    { neverCreated },
  );
  await refuseBusy(engine.store, record);
  refuseOtherVersion(record, options.ifMatch);

  const made = await ledgerOf(engine.store, id);
  const secrets = await serviceSecrets(engine, record, input.definition.generatedSecrets, neverCreated);
  const preparation = await prepare(engine, { ...input, config, facts: record.facts, generated: secrets });
  try {
    const report = await runValidation(engine, preparation, {
      operation: neverCreated ? 'create' : 'edit',
      facts: record.facts,
      ledgerKeys: new Set(made.map((each) => each.key)),
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
    const { moved, operation } = await engine.store.transaction(async (transaction) => {
      const next = await moveIntegration(
        engine,
        transaction,
        record,
        'edit',
        { validationResults: report.results },
        context.principal.id,
      );
      if (!next) throw await racedError(transaction, id);
      const begun = await beginOperation(
        transaction,
        engine.clock,
        { owner: engine.nodeId, milliseconds: engine.options.leaseMs },
        {
          integrationId: id,
          kind: 'edit',
          scope: preparation.scope,
          requestedBy: context.principal.id,
          plan,
          validationResults: report.results,
        },
      );
      if (neverCreated && preparation.mode === 'automatic') {
        for (const [slot, secret] of Object.entries(secrets))
          await engine.secrets.put(transaction, `integration:${id}`, slot, secret, 'pending');
      }
      return { moved: next, operation: begun };
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
