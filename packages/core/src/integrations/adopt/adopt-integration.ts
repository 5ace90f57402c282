import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { objectNames } from '../../changes/plan/object-names.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { KeepResponse } from '../../idempotency/idempotency.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidInput } from '../../kernel/input/parse-input.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { parseConfig, readEnvelope } from '../config/integration-input.ts';
import { fillMarkers } from '../config/redacted-values.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext } from '../context/operation-context.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { storeCreating } from '../operations/store-creating.ts';
import { serviceSecrets } from '../secrets/service-secrets.ts';
import { claimsOf, observedClaim, refuseTaken } from '../target-claims/target-claims.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import { runValidation } from '../validation/run-validation.ts';
import type { AdoptionView } from '../views/adoption-view.ts';
import type { CreateOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { adoptObjects } from './adopt-objects.ts';
import { evaluateAdoption } from './evaluate-adoption.ts';
import { secretChanges } from './secret-changes.ts';

/** The form of an instance id. */
const INSTANCE_ID = /^[0-9a-f]{16}$/;

/** A failed adoption has created nothing that a PUT could use, so it is deleted and repeated. */
const NOTHING_TO_EDIT = { editable: false };

/**
 * POST /integrations with adopt: adopts a platform that was set up earlier, by our script or by an instance whose store was lost.
 * Every object must have the marks of the named instance, which the administrator confirms by naming it.
 *
 * @throws ServiceError `ADOPTION_REFUSED` if an object is missing or foreign.
 */
export async function adoptIntegration(
  dependencies: IntegrationDependencies,
  context: RequestContext,
  body: unknown,
  options: CreateOptions & { readonly keep: KeepResponse },
): Promise<OperationResponse | DryRunResponse> {
  const { definition, mode, config: sent } = readEnvelope(dependencies.registry, body);
  const { instanceId } = options;
  if (instanceId !== undefined && !INSTANCE_ID.test(instanceId))
    throw invalidInput([{ path: 'instanceId', message: 'An instance id has 16 hexadecimal digits.' }]);
  if (definition.stages.length === 0)
    throw new ServiceError(
      'ADOPTION_REFUSED',
      `${definition.type} has no objects on a platform to adopt: create it without adopt.`,
    );
  const config = parseConfig(definition, fillMarkers(sent, {}));
  const isReal = !options.dryRun;
  const { all: generated } = await serviceSecrets(dependencies, definition, undefined, isReal && mode === 'automatic');
  const markInstance = instanceId === undefined || instanceId === dependencies.instanceId ? null : instanceId;
  const operationContext = await createOperationContext(dependencies, {
    definition,
    mode,
    config,
    facts: {},
    generated,
    markInstance,
  });
  const claims = claimsOf(definition.type, operationContext.target);
  await refuseTaken(dependencies.store, NOTHING_TO_EDIT, claims);
  try {
    const report = await runValidation(dependencies, operationContext, {
      operation: 'create',
      facts: {},
      ledger: operationContext.listObjects({}).map(({ object }) => object),
      signal: context.signal,
    });
    const allClaims = report.identity ? [...claims, observedClaim(definition.type, report.identity)] : claims;
    await refuseTaken(dependencies.store, NOTHING_TO_EDIT, allClaims);
    const listed = operationContext.listObjects(report.facts);
    const changes = mode === 'automatic' ? withFinish(operationContext, secretChanges(definition, listed)) : [];
    const plan = planOf('create', changes);
    const signal = context.signal ?? new AbortController().signal;
    const adoption = await evaluateAdoption(dependencies, operationContext, listed, report, signal);
    if (options.dryRun) {
      await operationContext.sessions.close();
      const absent = new Set([...adoption.missing, ...adoption.foreign].map(({ key }) => key));
      const wanted = listed.map(({ object }) => object).filter(({ key }) => !absent.has(key));
      return {
        validationResults: report.results,
        plan,
        objects: plannedObjects({ changes, made: [], wanted }),
        adoption,
      };
    }
    refuseFailed(definition.type, report.results);
    refuseIncomplete(adoption);
    refuseOtherPlan(options.ifPlan, plan);
    const { response, ...stored } = await storeCreating(dependencies, context, operationContext, {
      report,
      plan,
      claims: allClaims,
      keep: options.keep,
    });
    const run = { ...stored, operationContext };
    runInBackground(dependencies, run, (signal) =>
      adoptObjects(dependencies, { ...run, report, listed, changes }, signal),
    );
    return response;
  } catch (error) {
    await operationContext.sessions.close();
    throw error;
  }
}

function refuseIncomplete(adoption: AdoptionView): void {
  const { adopted, missing, foreign, instanceId, otherInstances } = adoption;
  if (missing.length + foreign.length === 0 && adopted.length > 0) return;
  const parts = [
    `Nothing was adopted from instance ${instanceId}.`,
    ...(missing.length > 0 ? [`Missing: ${objectNames(missing)}.`] : []),
    ...(foreign.length > 0 ? [`Not made by that instance: ${objectNames(foreign)}.`] : []),
    ...(adopted.length === 0 ? ['No object carries its marks.'] : []),
    otherInstances.length > 0
      ? `Marks of other instances were found: ${otherInstances.join(', ')}. Name the one that made them as instanceId.`
      : 'Restore what is missing, or remove what is there and create the integration without adopt.',
  ];
  throw new ServiceError('ADOPTION_REFUSED', parts.join(' '), { details: { adoption } });
}
