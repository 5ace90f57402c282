import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { planOf } from '../../changes/plan/plan-of.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { KeepResponse } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { issueIntegrationKey } from '../client-setup/client-setup.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { enforceIntegrationLimit } from '../state/integration-limits.ts';
import { reportTransition, transitionIntegration } from '../state/integration-record.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { NOTHING_TO_VALIDATE } from '../views/validation-results.ts';

/**
 * POST for a type that is configured on its platform: there is nothing to validate, and only a key to create. The response has
 * the status `creating`; the stored status is `enabled` immediately.
 */
export async function createClientConfigured(
  dependencies: Pick<
    IntegrationDependencies,
    'store' | 'secrets' | 'notifications' | 'events' | 'clock' | 'random' | 'limiter'
  >,
  { principal }: RequestContext,
  definition: AnyPluginDefinition,
  { dryRun, ifPlan, keep }: Pick<ChangeOptions, 'dryRun' | 'ifPlan'> & { readonly keep: KeepResponse },
): Promise<OperationResponse | DryRunResponse> {
  const plan = planOf('create', []);
  if (dryRun) return { validationResults: NOTHING_TO_VALIDATE, plan, objects: [] };
  refuseOtherPlan(ifPlan, plan);
  const now = dependencies.clock.now();
  const secrets = await dependencies.secrets.withSealingKey();
  return dependencies.store.transaction(async (transaction) => {
    await enforceIntegrationLimit(dependencies.limiter, transaction);
    const inserted = await transaction.insert('integrations', {
      type: definition.type,
      status: 'creating',
      statusSince: now,
      version: 1,
      autoBootstrap: false,
      config: {},
      facts: {},
      validationResults: NOTHING_TO_VALIDATE,
      everEnabled: false,
      pluginVersion: definition.version,
      createdBy: principal.id,
      createdAt: now,
      updatedAt: now,
    });
    await issueIntegrationKey({ ...dependencies, secrets }, transaction, definition, inserted.id);
    const cause = { requestedBy: principal.id };
    await reportTransition(dependencies, transaction, inserted, { from: null, event: 'create', cause });
    await transitionIntegration(dependencies, transaction, inserted, 'create-succeeded', { everEnabled: true }, cause);
    const response = { id: String(inserted.id), status: 'creating' as const, validationResults: NOTHING_TO_VALIDATE };
    await keep(transaction, response);
    return response;
  });
}
