import { ledgerOf, marksOf } from '../../changes/ledger/read-ledger.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { SplitConfig } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext, type OperationContext } from '../context/operation-context.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { transition } from '../lifecycle/lifecycle.ts';
import { closeUnlessStarted } from '../operations/close-unless-started.ts';
import { needsObservation } from '../operations/observe-ledger.ts';
import { observeValidated } from '../operations/observe-validated.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { checkMigratedConfig } from '../plugin-versions/check-migrated-config.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { isStoredByOlder, refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import type { StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import { resolveServiceSecrets, storePending } from '../secrets/service-secrets.ts';
import { refuseBusy, refuseOtherVersion } from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord, modeOfRecord } from '../state/integration-record.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import { runValidation } from '../validation/run-validation.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import { applyMigration } from './apply-migration.ts';
import { migrationChange, migrationPlan } from './migration-change.ts';
import type { MigrationDryRunResponse, MigrationResponse } from './migration-views.ts';

/** The author of a migration request. */
export interface MigrationRequest {
  readonly id: number;
  /** The principal, or null for the service itself. */
  readonly actor: number | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * POST /integrations/{id}/migrate: migrates an integration that an older version of its plugin has stored to the installed one,
 * as far as the service account can. The response names the changes that require privileged credentials.
 */
export async function migrateIntegration(
  dependencies: IntegrationDependencies,
  { id, actor, signal }: MigrationRequest,
  options: ChangeOptions,
): Promise<MigrationResponse | MigrationDryRunResponse> {
  const found = await findIntegration(dependencies.store, id);
  const definition = dependencies.registry.of(found);
  await refuseBusy(dependencies.store, found);
  refuseOtherVersion(found, options.ifMatch);
  await refuseStoredByNewer(dependencies.store, definition, found);
  if (!isStoredByOlder(definition, found)) return upToDateResponse(dependencies, found, options);
  refuseNotEnabled(found, definition.version);
  const { operationContext, next, fresh } = await prepareMigration(dependencies, found, options.dryRun ?? false);
  return closeUnlessStarted(operationContext, options, async () => {
    const existing = await ledgerOf(dependencies.store, id, readEntry(definition));
    const report = await runValidation(dependencies, operationContext, {
      operation: 'recurring',
      facts: found.facts,
      ledger: existing,
      integrationId: id,
      signal,
    });
    const isInterrupted = await needsObservation(dependencies.store, found);
    const validated = { results: report.results, existing, mustObserve: isInterrupted, actor: 'service' as const };
    const { results, ledger } = await observeValidated(dependencies, operationContext, found, validated);
    const change = migrationChange(operationContext, report.facts, ledger, isInterrupted);
    const plan = migrationPlan(change, found, next);
    const facts = { from: found.pluginVersion, to: definition.version, editNeeded: change.editNeeded };
    if (options.dryRun) {
      const { undoing, before, after, listed } = change;
      const objects = plannedObjects({
        changes: [...undoing, ...before, ...after],
        existing: ledger.existing,
        desired: listed.map((each) => each.object),
      });
      return { validationResults: results, plan, objects, ...facts };
    }
    refuseFailed(found.type, results);
    refuseOtherPlan(options.ifPlan, plan);
    const sealed = await dependencies.secrets.withSealingKey(Object.keys(fresh).length > 0);
    const stored = await startOperation(dependencies, found, {
      event: 'upgrade',
      patch: { validationResults: results },
      kind: 'migrate',
      scope: operationContext.scope,
      requestedBy: actor,
      plan,
      validationResults: results,
      inTransaction: (transaction) => storePending(sealed, transaction, id, fresh),
    });
    const run = { ...stored, operationContext };
    runInBackground(dependencies, run, (signal) =>
      applyMigration(dependencies, { ...run, next, report, change }, signal),
    );
    return { id: String(id), status: 'migrating', validationResults: results, ...facts };
  });
}

/** There is nothing to do, so a repeated request succeeds as well. */
async function upToDateResponse(
  { store }: Pick<IntegrationDependencies, 'store'>,
  record: IntegrationRecord,
  { dryRun }: ChangeOptions,
): Promise<MigrationResponse | MigrationDryRunResponse> {
  const facts = { from: record.pluginVersion, to: record.pluginVersion, editNeeded: [] };
  const { validationResults } = record;
  if (dryRun) {
    const objects = plannedObjects({ changes: [], existing: await ledgerOf(store, record.id), desired: [] });
    return { validationResults, plan: planOf('migrate', []), objects, ...facts };
  }
  return { id: String(record.id), status: record.status as IntegrationStatus, validationResults, ...facts };
}

function refuseNotEnabled({ id, status }: IntegrationRecord, version: string): void {
  if (transition(status as IntegrationStatus, 'upgrade')) return;
  throw new ServiceError(
    'MIGRATION_NOT_AVAILABLE',
    `Integration ${id} is ${status}: only an enabled integration is migrated. PUT repairs it and also brings it to version ${version}.`,
    { details: { status } },
  );
}

async function prepareMigration(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'store' | 'random'>,
  found: IntegrationRecord,
  dryRun: boolean,
): Promise<{
  readonly operationContext: OperationContext;
  readonly next: SplitConfig;
  readonly fresh: Readonly<Record<string, string>>;
}> {
  const definition = dependencies.registry.of(found);
  const mode = modeOfRecord(found);
  const { config, next } = checkMigratedConfig(definition, mode, await readStored(dependencies, definition, found));
  const { all, fresh } = await resolveServiceSecrets(dependencies, definition, {
    integrationId: found.id,
    generate: mode === 'automatic' && !dryRun,
  });
  const marks = marksOf(await ledgerOf(dependencies.store, found.id, readEntry(definition)));
  const operationContext = await createOperationContext(dependencies, {
    definition,
    mode,
    config,
    facts: found.facts,
    generated: all,
    marks,
    markInstance: found.markInstance,
  });
  return { operationContext, next, fresh };
}
