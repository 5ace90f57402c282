import type { AnyPluginDefinition, Target } from '@portcullis/plugin-api';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { type IntegrationRecord, modeOfRecord } from '../state/integration-record.ts';
import { claimsOf } from '../target-claims/target-claims.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/**
 * Records that the delete script of a manual set-up was returned. A later DELETE needs this to interpret a refused account. If
 * the account was already refused before, a refusal proves nothing, so nothing is recorded.
 */
export async function noteRemovalScript(
  { store, clock }: Pick<IntegrationDependencies, 'store' | 'clock'>,
  record: IntegrationRecord,
): Promise<void> {
  if (modeOfRecord(record) !== 'manual' || isRefusedAlready(record.validationResults as ValidationResults | null))
    return;
  await store.update('integrations', { id: record.id }, { deleteScriptAt: clock.now() });
}

/** Records a cleanup script for the failed creation on its target, if there is one. */
export async function noteCleanupScript(
  dependencies: Pick<IntegrationDependencies, 'store' | 'clock'>,
  { type }: AnyPluginDefinition,
  target: Target | undefined,
): Promise<void> {
  for (const claim of claimsOf(type, target).slice(0, 1)) {
    const [taken] = await dependencies.store.find('targetClaims', { where: { claim } });
    if (!taken) continue;
    const [record] = await dependencies.store.find('integrations', { where: { id: taken.integrationId } });
    if (record?.status === 'createError') await noteRemovalScript(dependencies, record);
  }
}

function isRefusedAlready(results: ValidationResults | null): boolean {
  const tests = results?.validationTests ?? [];
  return tests.some(
    ({ phase, status, failureClass }) => phase === 'gate' && status === 'failed' && failureClass === 'credentials',
  );
}
