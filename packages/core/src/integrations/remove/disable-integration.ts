import { ledgerOf } from '../../changes/ledger/read-ledger.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { objectNames } from '../../changes/plan/object-names.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import { revokeIntegrationKeys } from '../client-setup/client-setup.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import type { StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import { exclusiveObjects } from '../scripts/exclusive-objects.ts';
import { ledgerDeleteScript, storedGuards } from '../scripts/scripts.ts';
import { type IntegrationRecord, transitionIntegration } from '../state/integration-record.ts';
import { versionConflict } from '../state/version-conflict-error.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { NOTHING_TO_VALIDATE } from '../views/validation-results.ts';

/**
 * DELETE with forceDisable: disables the record in the service only. Secrets are destroyed immediately; the response has the
 * script for the remaining objects and states that the account still exists. Only the script needs the plugin.
 */
export async function disableIntegration(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'store' | 'notifications' | 'events'>,
  { principal }: RequestContext,
  record: IntegrationRecord,
  { dryRun, ifPlan }: Pick<ChangeOptions, 'dryRun' | 'ifPlan'>,
): Promise<OperationResponse | DryRunResponse> {
  const definition = dependencies.registry.find(record.type);
  const existing = await ledgerOf(dependencies.store, record.id, definition && readEntry(definition));
  const noScript = definition
    ? []
    : [`There is no delete script, because no plugin of type ${record.type} is installed.`];
  const plan = planOf('delete', [], { warnings: [...remainsWarnings(existing, 'would be'), ...noScript] });
  if (dryRun) {
    const objects = plannedObjects({ changes: [], existing, desired: [] });
    return { validationResults: NOTHING_TO_VALIDATE, plan, objects };
  }
  refuseOtherPlan(ifPlan, plan);
  const warnings = remainsWarnings(existing, 'was');
  const unshared = await exclusiveObjects(dependencies.store, record, existing);
  // The script is rendered before the secrets are destroyed, because some names in guards depend on them.
  const script =
    definition &&
    ledgerDeleteScript(
      definition,
      record,
      unshared.own,
      await storedGuards(dependencies, definition, record, existing),
    );
  await dependencies.store.transaction(async (transaction) => {
    const cause = { requestedBy: principal.id };
    const deleting = await transitionIntegration(dependencies, transaction, record, 'delete', {}, cause);
    if (!deleting) throw await versionConflict(transaction, record.id);
    await dependencies.secrets.destroy(transaction, integrationSecretOwner(record.id));
    await revokeIntegrationKeys(transaction, record.id);
    await transitionIntegration(
      dependencies,
      transaction,
      deleting,
      'force-disable-finished',
      { statusReason: warnings[0] ?? null },
      cause,
    );
  });
  const allWarnings = [...warnings, ...noScript, ...unshared.warnings];
  return {
    id: String(record.id),
    status: 'deleting',
    validationResults: NOTHING_TO_VALIDATE,
    ...(script ? { script } : {}),
    ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
  };
}

/** Returns the warning about the objects that remain on the platform, if there are any. */
function remainsWarnings(existing: readonly ObjectFacts[], verb: 'was' | 'would be'): readonly string[] {
  const left = existing.filter(({ sharing }) => sharing !== 'required');
  if (left.length === 0) return [];
  return [
    `Nothing ${verb} removed from the platform. Still there, and the service account can still sign in: ${objectNames(left)}.`,
  ];
}
