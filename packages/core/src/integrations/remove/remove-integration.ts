import { ledgerOf } from '../../changes/ledger/read-ledger.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { refuseBlocked } from '../operations/blocking-objects.ts';
import { closeUnlessStarted } from '../operations/close-unless-started.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { createStoredContext } from '../plugin-versions/stored-context.ts';
import { readCredentials, refuseCredentials } from '../secrets/read-credentials.ts';
import { resolveStagedSecret } from '../secrets/resolve-staged-secret.ts';
import { resolveServiceSecrets } from '../secrets/service-secrets.ts';
import { refuseBusy, refuseOtherVersion } from '../state/change-guards.ts';
import { findIntegration } from '../state/integration-record.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { applyRemoval } from './apply-removal.ts';
import { disableIntegration } from './disable-integration.ts';
import { planRemoval } from './plan-removal.ts';

/** DELETE /integrations/{id}: removes the objects in the ledger from the platform, then the record. */
export async function removeIntegration(
  dependencies: IntegrationDependencies,
  context: RequestContext,
  id: number,
  body: unknown,
  options: ChangeOptions & { readonly forceDisable?: boolean } = {},
): Promise<OperationResponse | DryRunResponse> {
  const record = await findIntegration(dependencies.store, id);
  // This check is before that of the body, because every request is refused during a change.
  await refuseBusy(dependencies.store, record);
  if (options.forceDisable) {
    refuseCredentials(record, body, 'forceDisable changes nothing on the platform');
    refuseOtherVersion(record, options.ifMatch);
    return disableIntegration(dependencies, context, record, options);
  }
  const definition = dependencies.registry.of(record);
  const credentials = readCredentials(definition, record, body);
  refuseOtherVersion(record, options.ifMatch);
  const existing = await ledgerOf(dependencies.store, id, readEntry(definition));
  await refuseStoredByNewer(dependencies.store, definition, record);

  await resolveStagedSecret(dependencies, record, context.signal);
  const { all: generated } = await resolveServiceSecrets(dependencies, definition, {
    integrationId: id,
    generate: false,
  });
  const operationContext = await createStoredContext(dependencies, record, { credentials, generated });
  return closeUnlessStarted(operationContext, options, async () => {
    const removal = await planRemoval(dependencies, operationContext, {
      record,
      existing,
      options,
      signal: context.signal,
    });
    const { results, plan } = removal;
    if (options.dryRun) {
      const { objects } = removal;
      return { validationResults: results, plan, objects };
    }
    refuseFailed(record.type, results);
    refuseBlocked(removal.runtimeObjects, removal.dropContents);
    refuseOtherPlan(options.ifPlan, plan);
    const stored = await startOperation(dependencies, record, {
      event: 'delete',
      patch: { validationResults: results },
      kind: 'delete',
      scope: operationContext.scope,
      requestedBy: context.principal.id,
      plan,
      validationResults: results,
    });
    const run = { ...stored, operationContext };
    runInBackground(dependencies, run, (signal) => applyRemoval(dependencies, { ...run, removal }, signal));
    return { id: String(id), status: 'deleting', validationResults: results };
  });
}
