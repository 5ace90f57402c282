import type { StoreOperations } from '../../ports/store/store.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { type TimelineCause, writeDriftEntry } from '../timeline/write-timeline.ts';
import type { DriftReport } from './drift-report.ts';

/**
 * Stores a report as the last one of its integration. When drift has appeared or disappeared, it adds an entry to the timeline and
 * reports to the host. An incomplete observation reports neither; the previous state still counts.
 *
 * @returns whether it was stored. The report is invalid if the integration was changed during the observation.
 */
export async function storeDrift(
  { store, clock, events }: Pick<IntegrationDependencies, 'store' | 'events' | 'clock'>,
  { id, type, status, version }: Pick<IntegrationRecord, 'id' | 'type' | 'status' | 'version'>,
  report: DriftReport,
  cause: TimelineCause,
): Promise<boolean> {
  return store.transaction(async (transaction) => {
    if ((await transaction.count('integrations', { id, version })) === 0) return false;
    const [before] = await transaction.find('driftReports', { where: { integrationId: id } });
    const hadDrifted = before?.drifted ?? false;
    const drifted = report.status === 'unknown' ? hadDrifted : report.status === 'drifted';
    const at = clock.now();
    const row = { drifted, report, observedAt: at };
    if (before) await transaction.update('driftReports', { integrationId: id }, row);
    else await transaction.insert('driftReports', { integrationId: id, ...row });
    if (drifted === hadDrifted) return true;
    const findings = report.findings.map(({ state, object: { kind, name } }) => ({ state, kind, name }));
    await writeDriftEntry(transaction, { id, status }, { at, drifted, findings }, cause);
    transaction.afterCommit(() =>
      events.emit('integration.drift', {
        integrationId: id,
        type,
        change: drifted ? 'appeared' : 'disappeared',
        observedAt: report.observedAt,
        findings,
      }),
    );
    return true;
  });
}

/** Returns the last report of an integration. */
export async function lastDrift(store: StoreOperations, integrationId: number): Promise<DriftReport | undefined> {
  return (await store.find('driftReports', { where: { integrationId } }))[0]?.report as DriftReport | undefined;
}

/** Returns the ids of all integrations whose drift is known. */
export async function driftedIntegrations(store: StoreOperations): Promise<ReadonlySet<number>> {
  const reports = await store.find('driftReports', { where: { drifted: true } });
  return new Set(reports.map(({ integrationId }) => integrationId));
}

/** Returns whether drift of an integration is known: an edit then needs more than the ledger. */
export async function hasDrifted(store: StoreOperations, integrationId: number): Promise<boolean> {
  return (await store.count('driftReports', { integrationId, drifted: true })) > 0;
}
