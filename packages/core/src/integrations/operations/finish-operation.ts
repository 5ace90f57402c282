import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import { removeScopeLock } from './acquire-scope-lock.ts';

/**
 * Ends an operation if it is still running under this lease, and removes the lock of its scope. Returns whether it was.
 *
 * @param leftovers - its leftovers on the platform, one text each.
 */
export async function finishOperation(
  store: StoreOperations,
  clock: Clock,
  operation: Pick<Row<'operations'>, 'id' | 'scope' | 'leaseGeneration'>,
  status: 'succeeded' | 'failed' | 'interrupted',
  error: { readonly class: string; readonly message: string } | null,
  leftovers: readonly string[] = [],
): Promise<boolean> {
  const changed = await store.update(
    'operations',
    { id: operation.id, status: 'running', leaseGeneration: operation.leaseGeneration },
    { status, error, leftovers: leftovers.length > 0 ? leftovers : null, finishedAt: clock.now(), leaseUntil: null },
  );
  if (changed !== 1) return false;
  await removeScopeLock(store, operation);
  return true;
}

/** Reports the end of an operation to the host. Call it after the commit. */
export function emitFinished(
  { events, clock }: { readonly events: IntegrationEventSink; readonly clock: Clock },
  { id, integrationId, kind, startedAt }: Pick<Row<'operations'>, 'id' | 'integrationId' | 'kind' | 'startedAt'>,
  status: 'succeeded' | 'failed' | 'interrupted',
): void {
  const durationMs = Math.max(0, clock.now() - startedAt);
  events.emit('operation.finished', { integrationId, operationId: id, kind, status, durationMs });
}
