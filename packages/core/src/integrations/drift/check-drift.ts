import { ledgerOf, marksOf } from '../../changes/ledger/read-ledger.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { createStoredContext, type StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import { resolveStagedSecret } from '../secrets/resolve-staged-secret.ts';
import { refuseBusy } from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord } from '../state/integration-record.ts';
import { versionConflict } from '../state/version-conflict-error.ts';
import { BY_SERVICE, type TimelineCause } from '../timeline/write-timeline.ts';
import { detectDrift } from './detect-drift.ts';
import type { DriftReport } from './drift-report.ts';
import { storeDrift } from './store-drift.ts';

/** Maximum number of observations if the integration is changed in the meantime. */
const ATTEMPTS = 3;

/** Options of {@link checkDrift}. */
export interface DriftCheck {
  /** Privileged credentials, which can observe more objects. @default none: the service account observes */
  readonly credentials?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  /** The request. @default the recurring validation */
  readonly cause?: TimelineCause;
}

/**
 * Compares the platform with the ledger of a stored integration, and stores the report. Changes neither the platform nor the
 * status, because an integration with drift may still work; its validation tests decide that.
 *
 * @throws ServiceError `INTEGRATION_BUSY`, also if it is changed repeatedly in the meantime, and `INTEGRATION_NOT_FOUND`
 */
export async function checkDrift(
  dependencies: IntegrationDependencies,
  id: number,
  { credentials = {}, signal = new AbortController().signal, cause = BY_SERVICE }: DriftCheck = {},
): Promise<DriftReport> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const record = await findIntegration(dependencies.store, id);
    await refuseBusy(dependencies.store, record);
    await resolveStagedSecret(dependencies, record, signal);
    const report = await observeDrift(dependencies, record, credentials, signal);
    if (await storeDrift(dependencies, record, report, cause)) return report;
  }
  throw await versionConflict(dependencies.store, id);
}

async function observeDrift(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'store'>,
  record: IntegrationRecord,
  credentials: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<DriftReport> {
  const definition = dependencies.registry.of(record);
  await refuseStoredByNewer(dependencies.store, definition, record);
  const ledger = await ledgerOf(dependencies.store, record.id, readEntry(definition));
  const operationContext = await createStoredContext(dependencies, record, { credentials, marks: marksOf(ledger) });
  try {
    return await detectDrift(dependencies, {
      operationContext,
      actor: Object.keys(credentials).length > 0 ? 'setup' : 'service',
      ledger,
      listed: record.everEnabled ? operationContext.listObjects(record.facts) : [],
      signal,
    });
  } finally {
    await operationContext.sessions.close();
  }
}
