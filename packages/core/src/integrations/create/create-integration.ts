import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { adoptIntegration } from '../adopt/adopt-integration.ts';
import { parseConfig, readEnvelope } from '../config/integration-input.ts';
import { fillMarkers } from '../config/redacted-values.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext, type OperationContext } from '../context/operation-context.ts';
import { executableCreations } from '../operations/executable-changes.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { storeCreating } from '../operations/store-creating.ts';
import { serviceSecrets } from '../secrets/service-secrets.ts';
import { claimsOf, observedClaim, refuseTaken } from '../target-claims/target-claims.ts';
import { conflictWarnings } from '../validation/conflict-warnings.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import { runValidation, type ValidationDependencies } from '../validation/run-validation.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { CreateOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { applyCreation } from './apply-creation.ts';
import { createClientConfigured } from './create-client-configured.ts';

/** POST /integrations: checks, validates, stores `creating` with its consequences, responds, and sets up in the background. */
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
    const { definition, mode, config: sent } = readEnvelope(dependencies.registry, body);
    if (definition.bootstrap === 'none')
      return createClientConfigured(dependencies, context, definition, { dryRun, keep });
    const config = parseConfig(definition, fillMarkers(sent, {}));
    const { all: generated } = await serviceSecrets(
      dependencies,
      definition,
      undefined,
      !dryRun && mode === 'automatic',
    );
    const newContext = { definition, mode, config, facts: {}, generated, markInstance: null };
    const operationContext = await createOperationContext(dependencies, newContext);
    try {
      const { report, listed, changes, plan, claims } = await planCreation(
        dependencies,
        operationContext,
        context.signal,
      );
      if (dryRun) {
        await operationContext.sessions.close();
        const objects = plannedObjects({ changes, made: [], wanted: listed.map(({ object }) => object) });
        return { validationResults: report.results, plan, objects };
      }
      refuseFailed(definition.type, report.results);
      refuseOtherPlan(ifPlan, plan);
      const creating = { report, plan, claims, keep };
      const { response, ...stored } = await storeCreating(dependencies, context, operationContext, creating);
      const run = { ...stored, operationContext };
      runInBackground(dependencies, run, (signal) =>
        applyCreation(dependencies, { ...run, report, listed, changes }, signal),
      );
      return response;
    } catch (error) {
      await operationContext.sessions.close();
      throw error;
    }
  });
}

/** Validates a config for a target that no integration has, and plans its set-up. */
async function planCreation(
  dependencies: ValidationDependencies,
  operationContext: OperationContext,
  signal: AbortSignal | undefined,
) {
  const { definition, target, listObjects } = operationContext;
  const ofConfig = claimsOf(definition.type, target);
  await refuseTaken(dependencies.store, definition, ofConfig);
  const validation = { operation: 'create', facts: {}, ledger: [], signal } as const;
  const report = await runValidation(dependencies, operationContext, validation);
  // Two host names may be the same target, which only the platform can tell.
  const claims = report.identity ? [...ofConfig, observedClaim(definition.type, report.identity)] : ofConfig;
  await refuseTaken(dependencies.store, definition, claims);
  const listed = listObjects(report.facts);
  const changes = withFinish(operationContext, executableCreations(operationContext, listed));
  const plan = planOf('create', changes, { done: existingKeys(report), warnings: conflictWarnings(changes, report) });
  return { report, listed, changes, plan, claims };
}

function existingKeys({ observations }: ValidationReport): ReadonlySet<string> {
  return new Set([...observations.values()].filter((each) => each.state === 'ours').map((each) => each.key));
}
