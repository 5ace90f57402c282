import type { Plan } from '../../changes/plan/plan.ts';
import type { KeepResponse } from '../../idempotency/idempotency.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { StoreConflictError } from '../../ports/store/store-conflict-error.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { type SplitConfig, splitConfig } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { storePending } from '../secrets/service-secrets.ts';
import { storeSecrets } from '../secrets/store-secrets.ts';
import { enforceIntegrationLimit, enforceOperationLimit } from '../state/integration-limits.ts';
import { type IntegrationRecord, reportTransition } from '../state/integration-record.ts';
import { refuseTaken } from '../target-claims/target-claims.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { OperationResponse } from '../views/integration-views.ts';
import { beginOperation } from './begin-operation.ts';
import type { StoredOperation } from './operation-run.ts';

/** The input for storing a creation. */
export interface CreatingRequest {
  readonly report: ValidationReport;
  readonly plan: Plan;
  readonly claims: readonly string[];
  readonly keep: KeepResponse;
}

/** The facts of a context that are stored. */
type StoredContext = Pick<
  OperationContext,
  'definition' | 'mode' | 'config' | 'target' | 'scope' | 'instanceId' | 'secrets'
>;

/**
 * Stores a new integration as `creating`, with its claims, its sealed secrets, its running operation and its notifications,
 * all or nothing.
 */
export async function storeCreating(
  dependencies: Pick<
    IntegrationDependencies,
    'store' | 'secrets' | 'notifications' | 'events' | 'clock' | 'options' | 'nodeId' | 'instanceId' | 'limiter'
  >,
  { principal }: RequestContext,
  operationContext: StoredContext,
  { report, plan, claims, keep }: CreatingRequest,
): Promise<StoredOperation & { readonly response: OperationResponse }> {
  const { definition, mode, config } = operationContext;
  const split = splitConfig(definition, config, mode);
  const pending = mode === 'automatic' ? operationContext.secrets : {};
  const hasSecrets = Object.keys(split.secrets).length + Object.keys(pending).length > 0;
  const sealed = await dependencies.secrets.withSealingKey(hasSecrets);
  try {
    return await dependencies.store.transaction(async (transaction) => {
      await enforceIntegrationLimit(dependencies.limiter, transaction);
      await enforceOperationLimit(dependencies.limiter, transaction);
      const record = await insertRecord(dependencies, transaction, operationContext, {
        config: split.stored,
        report,
        createdBy: principal.id,
      });
      await storeSecrets(sealed, transaction, record.id, split.secrets);
      await storePending(sealed, transaction, record.id, pending);
      for (const claim of claims) await transaction.insert('targetClaims', { claim, integrationId: record.id });
      const operation = await beginOperation(
        transaction,
        dependencies.clock,
        { owner: dependencies.nodeId, milliseconds: dependencies.options.leaseMs },
        {
          integrationId: record.id,
          kind: 'create',
          scope: operationContext.scope,
          requestedBy: principal.id,
          plan,
          validationResults: report.results,
        },
      );
      const cause = { requestedBy: principal.id, operationId: operation.id };
      await reportTransition(dependencies, transaction, record, { from: null, event: 'create', cause });
      const response: OperationResponse = {
        id: String(record.id),
        status: 'creating',
        validationResults: report.results,
      };
      await keep(transaction, response);
      return { record, operation, response };
    });
  } catch (error) {
    if (!StoreConflictError.isInstance(error)) throw error;
    await refuseTaken(dependencies.store, operationContext.definition, claims);
    throw new ServiceError('TARGET_TAKEN', 'Another request claimed this target at the same moment. Try again.', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
}

function insertRecord(
  { clock, instanceId }: Pick<IntegrationDependencies, 'clock' | 'instanceId'>,
  transaction: StoreTransaction,
  operationContext: StoredContext,
  {
    config,
    report,
    createdBy,
  }: { readonly config: SplitConfig['stored']; readonly report: ValidationReport; readonly createdBy: number },
): Promise<IntegrationRecord> {
  const { definition, mode, target } = operationContext;
  const now = clock.now();
  return transaction.insert('integrations', {
    type: definition.type,
    status: 'creating',
    statusSince: now,
    version: 1,
    autoBootstrap: mode === 'automatic',
    config,
    target: target ?? null,
    facts: report.facts,
    validationResults: report.results,
    everEnabled: false,
    pluginVersion: definition.version,
    markInstance: operationContext.instanceId === instanceId ? null : operationContext.instanceId,
    createdBy,
    createdAt: now,
    updatedAt: now,
  });
}
