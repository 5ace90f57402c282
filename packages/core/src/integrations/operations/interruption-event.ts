import { STORE_ACTION } from '../../changes/apply/journal.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import type { LifecycleEvent } from '../lifecycle/lifecycle.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/** The event of an interruption before the point of no return, by the status of the integration. */
const BEFORE_POINT_OF_NO_RETURN: Partial<Record<IntegrationStatus, (record: IntegrationRecord) => LifecycleEvent>> = {
  creating: () => 'create-failed',
  editing: (record) => (record.everEnabled ? 'edit-failed' : 'recreate-failed'),
  deleting: () => 'delete-failed',
  migrating: () => 'upgrade-failed',
};

/** The event of an interruption after the point of no return. */
const AFTER_POINT_OF_NO_RETURN: Partial<Record<IntegrationStatus, LifecycleEvent>> = {
  editing: 'edit-succeeded',
  migrating: 'upgrade-succeeded',
};

/**
 * Returns the event that an interrupted operation causes for its integration. An edit or migration whose new config is stored, and a
 * rotation whose new secret is stored, have succeeded; the next one removes what is no longer needed.
 *
 * @returns undefined if the integration is not busy.
 */
export async function interruptionEvent(
  store: StoreOperations,
  record: IntegrationRecord,
  operationId: number,
): Promise<LifecycleEvent | undefined> {
  const status = record.status as IntegrationStatus;
  const isAfterPointOfNoReturn = (await store.count('journalEntries', { operationId, action: STORE_ACTION })) > 0;
  return (
    (isAfterPointOfNoReturn ? AFTER_POINT_OF_NO_RETURN[status] : undefined) ??
    BEFORE_POINT_OF_NO_RETURN[status]?.(record)
  );
}
