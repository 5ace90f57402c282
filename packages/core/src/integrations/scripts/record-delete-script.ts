import type { AnyPluginDefinition, Target } from '@portcullis/plugin-api';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { BUSY_STATUSES } from '../lifecycle/lifecycle.ts';
import { type IntegrationRecord, modeOfRecord } from '../state/integration-record.ts';
import { claimOwner, targetClaim } from '../target-claims/target-claims.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/**
 * Records that the delete script of a manual set-up was returned. A later DELETE needs this to interpret a refused account.
 *
 * Nothing is recorded in two cases. If the account was refused before, another refusal proves nothing. If a change is running or has
 * begun since the record was read, the script lacks its objects.
 */
export async function recordDeleteScript(
  { store, clock }: Pick<IntegrationDependencies, 'store' | 'clock'>,
  record: IntegrationRecord,
): Promise<void> {
  const { id, version, status } = record;
  if (modeOfRecord(record) !== 'manual' || BUSY_STATUSES.includes(status as IntegrationStatus)) return;
  if (isRefusedAlready(record.validationResults as ValidationResults | null)) return;
  await store.update('integrations', { id, version }, { deleteScriptAt: clock.now() });
}

/** Records a cleanup script for the failed creation on its target, if there is one. */
export async function recordCleanupScript(
  dependencies: Pick<IntegrationDependencies, 'store' | 'clock'>,
  { type }: AnyPluginDefinition,
  target: Target | undefined,
): Promise<void> {
  const id = target && (await claimOwner(dependencies.store, targetClaim(type, target)));
  if (id === undefined) return;
  const [record] = await dependencies.store.find('integrations', { where: { id } });
  if (record?.status === 'createError') await recordDeleteScript(dependencies, record);
}

function isRefusedAlready(results: ValidationResults | null): boolean {
  const tests = results?.validationTests ?? [];
  return tests.some(
    ({ phase, status, failureClass }) => phase === 'gate' && status === 'failed' && failureClass === 'credentials',
  );
}
