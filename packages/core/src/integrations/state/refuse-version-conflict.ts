import type { StoreOperations } from '../../ports/store/store.ts';
import { findIntegration, type IntegrationRecord } from './integration-record.ts';
import { versionConflict } from './version-conflict-error.ts';

/**
 * Refuses a change whose record has moved on since it was read: what a validation found wrong then is the doing of the
 * change that came first, and says nothing about this one.
 *
 * @throws ServiceError `INTEGRATION_BUSY` or `INTEGRATION_ENDED`
 */
export async function refuseVersionConflict(store: StoreOperations, { id, version }: IntegrationRecord): Promise<void> {
  const now = await findIntegration(store, id, { withEnded: true });
  if (now.version !== version) throw await versionConflict(store, id);
}
