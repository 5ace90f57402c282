import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import type { Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { adoptIntegration } from '../adopt/adopt-integration.ts';
import { readEnvelope } from '../config/integration-input.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { closeUnlessStarted } from '../operations/close-unless-started.ts';
import { createCreationContext } from '../operations/creation-context.ts';
import { executableCreations } from '../operations/executable-changes.ts';
import { type PlannedCreation, startCreation } from '../operations/start-creation.ts';
import { validateFreeTarget } from '../operations/validate-free-target.ts';
import { conflictWarnings } from '../validation/conflict-warnings.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import type { ValidationDependencies } from '../validation/run-validation.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { CreateOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { applyCreation } from './apply-creation.ts';
import { createClientConfigured } from './create-client-configured.ts';

/** POST /integrations: validates and plans, stores the integration as `creating`, responds, and sets it up in the background. */
export async function createIntegration(
  dependencies: IntegrationDependencies,
  context: RequestContext,
  body: unknown,
  options: CreateOptions = {},
): Promise<(OperationResponse & Replayed) | DryRunResponse> {
  const { dryRun = false, adopt, instanceId, ifPlan } = options;
  const key = dryRun ? undefined : options.idempotencyKey;
  const content = adopt ? { body, adopt, instanceId } : body;
  const request = { key, principalId: context.principal.id, operation: 'integrations.create', content };
  return dependencies.idempotency.run<OperationResponse | DryRunResponse>(request, async (keep) => {
    if (adopt) return adoptIntegration(dependencies, context, body, { ...options, keep });
    const input = readEnvelope(dependencies.registry, body);
    const { definition } = input;
    if (definition.bootstrap === 'none')
      return createClientConfigured(dependencies, context, definition, { ...options, keep });
    const operationContext = await createCreationContext(dependencies, input, { dryRun, markInstance: null });
    return closeUnlessStarted(operationContext, { dryRun }, async () => {
      const planned = await planCreation(dependencies, operationContext, context.signal);
      const { report, listed, changes, plan } = planned;
      if (dryRun) {
        const desired = listed.map(({ object }) => object);
        return { validationResults: report.results, plan, objects: plannedObjects({ changes, existing: [], desired }) };
      }
      refuseFailed(definition.type, report.results);
      return await startCreation(dependencies, context, operationContext, planned, {
        ifPlan,
        keep,
        apply: (run, signal) => applyCreation(dependencies, run, signal),
      });
    });
  });
}

/** Validates a config for a free target, and plans its set-up. */
async function planCreation(
  dependencies: ValidationDependencies,
  operationContext: OperationContext,
  signal: AbortSignal | undefined,
): Promise<PlannedCreation> {
  const { definition, listObjects } = operationContext;
  const target = { ledger: [], editable: definition.editable, signal };
  const { report, claims } = await validateFreeTarget(dependencies, operationContext, target);
  const listed = listObjects(report.facts);
  const changes = withFinish(operationContext, executableCreations(operationContext, listed));
  const plan = planOf('create', changes, { done: existingKeys(report), warnings: conflictWarnings(changes, report) });
  return { report, listed, changes, plan, claims };
}

function existingKeys({ observations }: ValidationReport): ReadonlySet<string> {
  return new Set(
    [...observations.values()]
      .filter((observation) => observation.state === 'ours')
      .map((observation) => observation.key),
  );
}
