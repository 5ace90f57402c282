import { ledgerOf, marksOf } from '../../changes/ledger/read-ledger.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { PlanStep } from '../../changes/plan/plan.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { type IntegrationInput, parseConfig, readEnvelope } from '../config/integration-input.ts';
import { fillMarkers } from '../config/redacted-values.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext, type OperationContext } from '../context/operation-context.ts';
import { refuseBlocked } from '../operations/blocking-objects.ts';
import { closeUnlessStarted } from '../operations/close-unless-started.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import { resolveStagedSecret } from '../secrets/resolve-staged-secret.ts';
import { resolveServiceSecrets, storePending } from '../secrets/service-secrets.ts';
import {
  refuseBusy,
  refuseEnded,
  refuseImmutable,
  refuseOtherType,
  refuseOtherVersion,
} from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord } from '../state/integration-record.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { applyEdit } from './apply-edit.ts';
import type { EditChange } from './edit-change.ts';
import { inverseScript } from './inverse-script.ts';
import { planEdit } from './plan-edit.ts';
import { refuseRedirected } from './redirected-secrets.ts';

/** PUT /integrations/{id}: applies the difference between the current and the desired state, and undoes it after a failure before the point of no return. */
export async function updateIntegration(
  dependencies: IntegrationDependencies,
  context: RequestContext,
  id: number,
  body: unknown,
  options: ChangeOptions = {},
): Promise<OperationResponse | DryRunResponse> {
  const { record, input, restored, config, existing } = await checkEdit(dependencies, id, body);
  refuseOtherVersion(record, options.ifMatch);
  await resolveStagedSecret(dependencies, record, context.signal);
  const generate = input.mode === 'automatic' && !options.dryRun;
  const secrets = await resolveServiceSecrets(dependencies, input.definition, { integrationId: id, generate });
  const operationContext = await createOperationContext(dependencies, {
    ...input,
    config,
    facts: record.facts,
    markInstance: record.markInstance,
    generated: secrets.all,
    marks: marksOf(existing),
  });
  return closeUnlessStarted(operationContext, options, async () => {
    const request = { record, existing, restored, options, signal: context.signal };
    const planned = await planEdit(dependencies, operationContext, request);
    const { report, results, plan, objects, store, change, runtimeObjects, dropContents } = planned;
    if (options.dryRun) {
      return { validationResults: results, plan, objects, ...shownDifference(operationContext, change, store) };
    }
    refuseFailed(record.type, results);
    refuseBlocked(runtimeObjects, dropContents);
    refuseOtherPlan(options.ifPlan, plan);
    const sealed = await dependencies.secrets.withSealingKey(Object.keys(secrets.fresh).length > 0);
    const stored = await startOperation(dependencies, record, {
      event: 'edit',
      patch: { validationResults: results },
      kind: 'edit',
      scope: operationContext.scope,
      requestedBy: context.principal.id,
      plan,
      validationResults: results,
      inTransaction: (transaction) => storePending(sealed, transaction, id, secrets.fresh),
    });
    const wasUnhealthy = record.status === 'recurringValidationError';
    const run = { ...stored, operationContext };
    runInBackground(dependencies, run, (signal) =>
      applyEdit(dependencies, { ...run, report, change, wasUnhealthy, dropContents }, signal),
    );
    return { id: String(id), status: 'editing', validationResults: results };
  });
}

/** Returns the difference that a dry run shows in addition to the plan. */
function shownDifference(
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'target' | 'mode'>,
  { listed, previous, difference }: EditChange,
  store: readonly PlanStep[],
): Pick<DryRunResponse, 'difference' | 'inverse'> {
  if (!difference) return {};
  const inverse = inverseScript(operationContext, listed, previous);
  return {
    difference: { ...difference, stored: store.map(({ object }) => object.name) },
    ...(inverse === undefined ? {} : { inverse }),
  };
}

/** A PUT with a valid body and permitted changes. */
interface CheckedEdit {
  readonly record: IntegrationRecord;
  readonly input: IntegrationInput;
  readonly restored: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly existing: readonly ObjectFacts[];
}

async function checkEdit(
  dependencies: Pick<IntegrationDependencies, 'registry' | 'store' | 'secrets'>,
  id: number,
  body: unknown,
): Promise<CheckedEdit> {
  const found = await findIntegration(dependencies.store, id, { withEnded: true });
  refuseEnded(found);
  // This check is before that of the body, because every request is refused during a change.
  await refuseBusy(dependencies.store, found);
  const definition = dependencies.registry.of(found);
  if (!definition.editable) {
    throw new ServiceError(
      'TYPE_NOT_EDITABLE',
      `An integration of type ${found.type} cannot be edited. Delete it and create it again.`,
    );
  }
  await refuseStoredByNewer(dependencies.store, definition, found);
  const input = readEnvelope(dependencies.registry, body);
  refuseOtherType(found, input.definition.type);
  const { record, restored } = await readStored(dependencies, definition, found);
  const existing = await ledgerOf(dependencies.store, id, readEntry(input.definition));
  const unlocked = !record.everEnabled && existing.length === 0;
  // Values stored for one set-up mode do not apply to the other. If the mode is immutable, the change is refused anyway.
  const isComparable = input.mode === modeOfRecord(record) || !unlocked;
  const config = parseConfig(input.definition, fillMarkers(input.config, isComparable ? restored : {}));
  refuseRedirected(input.definition, { sent: input.config, config, restored });
  refuseImmutable(
    { definition: input.definition, record, restored, unlocked },
    { autoBootstrap: input.mode === 'automatic', config },
  );
  return { record, input, restored, config, existing };
}
