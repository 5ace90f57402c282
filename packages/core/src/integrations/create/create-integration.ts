import { withFinish } from '../../changes/plan/finishing-changes.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import type { KeepAnswer, Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { adoptIntegration } from '../adopt/adopt-integration.ts';
import { parseConfig, readEnvelope } from '../config/integration-input.ts';
import { fillMarkers } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { prepare } from '../context/operation-context.ts';
import { executableChanges, refuseOtherPlan } from '../operations/executable-changes.ts';
import { runOperation } from '../operations/run-operation.ts';
import { storeCreating } from '../operations/store-creating.ts';
import { serviceSecrets } from '../secrets/service-secrets.ts';
import { claimsOf, observedClaim, refuseTaken } from '../state/target-claims.ts';
import { conflictWarnings } from '../validation/plan-warnings.ts';
import { refuseFailed, runValidation } from '../validation/run-validation.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { CreateOptions } from '../views/change-options.ts';
import type { DryRunAnswer, OperationAnswer } from '../views/integration-views.ts';
import { createClientConfigured } from './create-client-configured.ts';
import { setUp } from './set-up.ts';

/** POST /integrations: checks, validates, stores `creating` with its consequences, responds, and sets up in the background. */
export async function createIntegration(
  engine: IntegrationDependencies,
  context: RequestContext,
  body: unknown,
  options: CreateOptions = {},
): Promise<(OperationAnswer & Replayed) | DryRunAnswer> {
  const key = options.dryRun ? undefined : options.idempotencyKey;
  const { adopt, instanceId } = options;
  const content = adopt ? { body, adopt, instanceId } : body;
  const request = { key, principalId: context.principal.id, operation: 'integrations.create', content };
  return engine.idempotency.run<OperationAnswer | DryRunAnswer>(
    request,
    createOnce.bind(undefined, engine, context, body, options),
  );
}

async function createOnce(
  engine: IntegrationDependencies,
  context: RequestContext,
  body: unknown,
  options: CreateOptions,
  keep: KeepAnswer,
): Promise<OperationAnswer | DryRunAnswer> {
  if (options.adopt) return adoptIntegration(engine, context, body, { ...options, keep });
  const { definition, mode, config: sent } = readEnvelope(engine.registry, body);
  if (definition.bootstrap === 'none') return createClientConfigured(engine, context, definition, { ...options, keep });
  const config = parseConfig(definition, fillMarkers(sent, {}));
  const isReal = !options.dryRun;
  const { all: generated } = await serviceSecrets(engine, definition, undefined, isReal && mode === 'automatic');
  const operationContext = await prepare(engine, {
    definition,
    mode,
    config,
    facts: {},
    generated,
    markInstance: null,
  });
  const claims = claimsOf(definition.type, operationContext.target);
  await refuseTaken(engine.store, definition, claims);
  try {
    const report = await runValidation(engine, operationContext, {
      operation: 'create',
      facts: {},
      ledger: [],
      signal: context.signal,
    });
    // Two host names may be the same target, which only the platform can tell.
    const allClaims = report.identity ? [...claims, observedClaim(definition.type, report.identity)] : claims;
    await refuseTaken(engine.store, definition, allClaims);
    const listed = operationContext.list(report.facts);
    const changes = withFinish(operationContext, executableChanges(operationContext, listed));
    const plan = planOf('create', changes, { done: alreadyThere(report), warnings: conflictWarnings(changes, report) });
    if (options.dryRun) {
      await operationContext.sessions.close();
      return { validationResults: report.results, plan };
    }
    refuseFailed(definition.type, report.results);
    refuseOtherPlan(options.ifPlan, plan);
    const { answer, ...stored } = await storeCreating(engine, context, operationContext, {
      report,
      plan,
      claims: allClaims,
      keep,
    });
    const running = runOperation(engine, {
      ...stored,
      operationContext,
      failureEvent: 'create-failed',
      execute: setUp.bind(undefined, engine, { ...stored, operationContext, report, listed, changes }),
    });
    engine.background.track(stored.record.id, 'create', running);
    return answer;
  } catch (error) {
    await operationContext.sessions.close();
    throw error;
  }
}

function alreadyThere({ observations }: ValidationReport): ReadonlySet<string> {
  return new Set([...observations.values()].filter((each) => each.state === 'ours').map((each) => each.key));
}
