import type { Actor } from '@portcullis/plugin-api';
import { entriesOf } from '../../changes/ledger/read-ledger.ts';
import { type ResolvedLedger, resolveLedger } from '../../changes/ledger/resolve-ledger.ts';
import { restoreEntry } from '../../changes/ledger/write-ledger.ts';
import { observeObjects } from '../../changes/observe/observe.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import type { StoreOperations, TenantStore } from '../../ports/store/store.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { observingActor } from '../context/observing-actor.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { latestOperation } from '../state/latest-operation.ts';

/** Statuses in which ledger and platform can differ, because an operation did not finish. */
const UNFINISHED_STATUSES: readonly IntegrationStatus[] = ['editError', 'deleteError', 'migrateError'];

/**
 * Returns whether the ledger of an integration must be compared with the platform before it is used: because of its status, or
 * because the last operation succeeded without finishing its removals.
 */
export async function needsObservation(store: StoreOperations, { id, status }: IntegrationRecord): Promise<boolean> {
  if (UNFINISHED_STATUSES.includes(status as IntegrationStatus)) return true;
  const last = await latestOperation(store, id);
  if (!last || last.status === 'running') return false;
  if (last.status !== 'succeeded') return true;
  return (await store.count('journalEntries', { operationId: last.id, status: { not: 'done' } })) > 0;
}

/**
 * Compares the ledger with the platform. Writes nothing; the operation writes the corrections.
 *
 * @param actor - the observing account. @default {@link observingActor}
 */
export async function observeLedger(
  { store, clock, options }: Pick<IntegrationDependencies, 'store' | 'clock' | 'options'>,
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'sessions' | 'mode'>,
  record: IntegrationRecord,
  actor: Actor = observingActor(operationContext),
): Promise<ResolvedLedger> {
  const { definition, config, sessions } = operationContext;
  return resolveLedger(await entriesOf(store, record.id, readEntry(definition)), (objects) =>
    withDeadline(clock, options.statementDeadlineMs, 'The observation of the platform', (signal) =>
      observeObjects({ definition, config, sessions, actor, signal }, objects),
    ),
  );
}

/** Writes the corrections of an observation. */
export async function correctLedger(
  store: TenantStore,
  integrationId: number,
  { corrections }: Pick<ResolvedLedger, 'corrections'>,
): Promise<void> {
  if (corrections.size === 0) return;
  await store.transaction(async (transaction) => {
    for (const [key, entry] of corrections) await restoreEntry(transaction, integrationId, key, entry);
  });
}
