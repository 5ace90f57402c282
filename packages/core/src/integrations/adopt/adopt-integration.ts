import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { objectNames } from '../../changes/plan/object-names.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import type { KeepResponse } from '../../idempotency/idempotency.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidInput } from '../../kernel/input/parse-input.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { readEnvelope } from '../config/integration-input.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { closeUnlessStarted } from '../operations/close-unless-started.ts';
import { createCreationContext } from '../operations/creation-context.ts';
import { startCreation } from '../operations/start-creation.ts';
import { validateFreeTarget } from '../operations/validate-free-target.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import type { AdoptionView } from '../views/adoption-view.ts';
import type { CreateOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { adoptObjects } from './adopt-objects.ts';
import { evaluateAdoption } from './evaluate-adoption.ts';
import { secretChanges } from './secret-changes.ts';

/** The form of an instance id. */
const INSTANCE_ID = /^[0-9a-f]{16}$/;

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
  const { instanceId, dryRun = false, ifPlan, keep } = options;
  const input = readEnvelope(dependencies.registry, body);
  const { definition, mode } = input;
  if (instanceId !== undefined && !INSTANCE_ID.test(instanceId))
    throw invalidInput([{ path: 'instanceId', message: 'An instance id has 16 hexadecimal digits.' }]);
  if (definition.stages.length === 0)
    throw new ServiceError(
      'ADOPTION_REFUSED',
      `${definition.type} has no objects on a platform to adopt: create it without adopt.`,
    );
  const markInstance = instanceId === undefined || instanceId === dependencies.instanceId ? null : instanceId;
  const operationContext = await createCreationContext(dependencies, input, { dryRun, markInstance });
  return closeUnlessStarted(operationContext, { dryRun }, async () => {
    const { report, claims } = await validateFreeTarget(dependencies, operationContext, {
      ledger: operationContext.listObjects({}).map(({ object }) => object),
      // A failed adoption has created nothing that a PUT could use, so it is deleted and repeated.
      editable: false,
      signal: context.signal,
    });
    const listed = operationContext.listObjects(report.facts);
    const changes = mode === 'automatic' ? withFinish(operationContext, secretChanges(definition, listed)) : [];
    const plan = planOf('create', changes);
    const signal = context.signal ?? new AbortController().signal;
    const adoption = await evaluateAdoption(dependencies, operationContext, listed, report, signal);
    if (dryRun) {
      const absent = new Set([...adoption.missing, ...adoption.foreign].map(({ key }) => key));
      const desired = listed.map(({ object }) => object).filter(({ key }) => !absent.has(key));
      return {
        validationResults: report.results,
        plan,
        objects: plannedObjects({ changes, existing: [], desired }),
        adoption,
      };
    }
    refuseFailed(definition.type, report.results);
    refuseIncomplete(adoption);
    const planned = { report, listed, changes, plan, claims };
    return await startCreation(dependencies, context, operationContext, planned, {
      ifPlan,
      keep,
      apply: (run, signal) => adoptObjects(dependencies, run, signal),
    });
  });
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
