import { deriveEdit } from '../bootstrap/derive-edit.ts';
import { dropWork, type ListedObject } from '../bootstrap/derive-work.ts';
import { ledgerOf, recordObject } from '../bootstrap/ledger.ts';
import type { PlanStep } from '../bootstrap/plan.ts';
import { planOf, storeStep } from '../bootstrap/plan-of.ts';
import { type AppliedWork, runDrops, runWork, undo } from '../bootstrap/run-work.ts';
import type { ObjectFacts, Work } from '../bootstrap/work.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Row } from '../ports/store/tables.ts';
import type { RequestContext } from '../security/principal.ts';
import type { ValidationReport } from '../validation/validate.ts';
import { refuseBusy, refuseEnded, refuseImmutable, refuseOtherVersion } from './change-guards.ts';
import { executableWork, generateSecrets, refuseOtherPlan } from './create-integration.ts';
import { editEvents } from './edit-events.ts';
import type { Engine } from './engine.ts';
import { parseConfig, readEnvelope } from './integration-input.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord, moveIntegration } from './integration-record.ts';
import type { DryRunAnswer, OperationAnswer } from './integration-views.ts';
import type { ChangeOptions } from './integrations-service.ts';
import { beginOperation } from './operations.ts';
import { type Preparation, prepare } from './preparation.ts';
import { racedError } from './raced-error.ts';
import { type Conclusion, failureText, runOperation, tryServiceAccount } from './run-operation.ts';
import { refuseFailed, runValidation } from './run-validation.ts';
import { fillMarkers, restoreConfig, secretNameOf, splitConfig } from './stored-config.ts';
import { createWorkEnvironment } from './work-environment.ts';

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
      if (!next) throw await racedError(engine.store, id);
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

/** An edit, taken apart. */
interface EditChange {
  /** After a failed creation: what it left behind goes first. */
  readonly undoing: readonly Work[];
  readonly before: readonly Work[];
  readonly after: readonly Work[];
  readonly listed: readonly ListedObject[];
}

function changeOf(
  preparation: Preparation,
  report: ValidationReport,
  made: readonly ObjectFacts[],
  oldConfig: Readonly<Record<string, unknown>>,
  neverCreated: boolean,
  record: IntegrationRecord,
): EditChange {
  const { definition, mode } = preparation;
  const listed = preparation.list(report.facts);
  if (neverCreated) return { undoing: dropWork(made), before: executableWork(preparation, listed), after: [], listed };
  const previous = preparation.listFor(oldConfig, record.facts);
  const executable = (work: Work): boolean => work.object.by === 'service' || mode === 'automatic';
  const edit = deriveEdit(definition, listed, made, previous);
  return { undoing: [], before: edit.before.filter(executable), after: edit.after.filter(executable), listed };
}

interface EditRun {
  readonly record: IntegrationRecord;
  readonly operation: Row<'operations'>;
  readonly preparation: Preparation;
  readonly report: ValidationReport;
  readonly change: EditChange;
  readonly failureEvent: 'recreate-failed' | 'edit-failed';
}

async function applyEdit(engine: Engine, run: EditRun, signal: AbortSignal): Promise<Conclusion> {
  const { record, operation, preparation, report, change, failureEvent } = run;
  const known = [...change.listed.map((each) => each.facts), ...(await ledgerOf(engine.store, record.id))];
  const environment = createWorkEnvironment(engine, {
    integrationId: record.id,
    operationId: operation.id,
    preparation,
    facts: report.facts,
    objects: known,
    signal,
  });
  const failed = (
    what: string,
    failure: { class: string; message: string },
    leftovers: readonly string[],
  ): Conclusion => {
    const message = failureText(what, failure.message, leftovers);
    return {
      event: failureEvent,
      status: 'failed',
      patch: { statusReason: message },
      error: { class: failure.class, message },
      also: (transaction) => engine.secrets.discardPending(transaction, `integration:${record.id}`),
    };
  };
  const undone = await runDrops(change.undoing, environment);
  if (undone.failure)
    return failed(
      `Undoing the failed creation stopped at ${undone.failure.work.object.kind} ${undone.failure.work.object.name}.`,
      undone.failure.failure,
      undone.leftovers,
    );
  const applied: AppliedWork[] = [];
  const result = await runWork(change.before, environment, applied);
  if (result.failure) {
    const { object, action } = result.failure.work;
    return failed(
      `The edit was put back: to ${action} ${object.kind} ${object.name} failed.`,
      result.failure.failure,
      result.leftovers,
    );
  }
  const proof = await tryServiceAccount(preparation, environment);
  if (proof)
    return failed(
      'The edit was put back: the service account could not sign in.',
      proof,
      await undo(applied, environment),
    );
  const leftovers = await storeAndDrop(engine, run, environment);
  return {
    event: 'edit-succeeded',
    status: 'succeeded',
    patch: {
      everEnabled: true,
      ...(leftovers.length > 0 ? { statusReason: `Left on the platform: ${leftovers.join('; ')}.` } : {}),
    },
    also: async () => editEvents(engine, record, preparation),
  };
}

/** The point of no return: the new config is stored, then what is no longer wanted goes. */
async function storeAndDrop(
  engine: Engine,
  { record, preparation, report, change }: EditRun,
  environment: ReturnType<typeof createWorkEnvironment>,
): Promise<readonly string[]> {
  const { definition, mode, config } = preparation;
  const { stored, secrets } = splitConfig(definition, config, mode);
  const owner = `integration:${record.id}`;
  await engine.store.transaction(async (transaction) => {
    await transaction.update(
      'integrations',
      { id: record.id },
      { config: stored, facts: report.facts, autoBootstrap: mode === 'automatic', pluginVersion: definition.version },
    );
    for (const [path, secret] of Object.entries(secrets))
      await engine.secrets.put(transaction, owner, secretNameOf(path), secret);
    await engine.secrets.promote(transaction, owner);
    const executed = new Set(change.before.map((each) => each.object.key));
    for (const [index, { facts }] of change.listed.entries()) {
      if (facts.sharing !== 'required' && !executed.has(facts.key))
        await recordObject(
          transaction,
          engine.clock,
          environment.owner,
          facts,
          mode === 'manual' ? 'person' : 'made',
          index + 1,
        );
    }
  });
  return (await runDrops(change.after, environment)).leftovers;
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

/** The privileged values of the new config, with which the plugin's list for the old one is made. */
function privilegedOf({ definition, config }: Preparation): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (definition.privileged ?? [])
      .filter((path: string) => Object.hasOwn(config, path))
      .map((path: string) => [path, config[path]]),
  );
}

/** Values that change in the store alone are steps of the plan, too. */
function storeChanges({ definition, config, mode }: Preparation, record: IntegrationRecord): readonly PlanStep[] {
  const { stored } = splitConfig(definition, config, mode);
  const changed = Object.keys({ ...stored, ...(record.config as object) }).filter(
    (key) => JSON.stringify(stored[key]) !== JSON.stringify((record.config as Record<string, unknown>)[key]),
  );
  const replaced = Object.keys(splitConfig(definition, config, mode).secrets);
  return [...new Set([...changed, ...replaced])].sort().map((path) => storeStep(`config.${path}`));
}
