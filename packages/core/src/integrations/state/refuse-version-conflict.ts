import type { StoreOperations } from '../../ports/store/store.ts';
import { findIntegration, type IntegrationRecord } from './integration-record.ts';
import { versionConflict } from './version-conflict-error.ts';

/**
 * Refuses a change if its record has changed since it was read: the other change may have caused the failures of the
 * validation.
 *
 * @throws ServiceError `INTEGRATION_BUSY` or `INTEGRATION_ENDED`
 */
export async function refuseVersionConflict(store: StoreOperations, { id, version }: IntegrationRecord): Promise<void> {
  const now = await findIntegration(store, id, { withEnded: true });
  if (now.version !== version) throw await versionConflict(store, id);
}
