import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import { refuseBusy, refuseEnded } from './change-guards.ts';
import { currentState } from './current-state.ts';
import { findIntegration } from './integration-record.ts';

/** Returns the error for a change that lost a race. It names the current state of the integration. */
export async function versionConflict(store: StoreOperations, id: number): Promise<ServiceError> {
  const record = await findIntegration(store, id, { withEnded: true });
  try {
    refuseEnded(record);
    await refuseBusy(store, record);
  } catch (error) {
    if (ServiceError.isInstance(error)) return error;
    throw error;
  }
  const { text, details } = await currentState(store, record);
  return new ServiceError(
    'INTEGRATION_BUSY',
    `Integration ${id} was changed by another request at the same moment: it ${text}. Read it again, then repeat your change.`,
    { details, retryAfterSeconds: 1 },
  );
}
