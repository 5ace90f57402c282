import type { StoreOperations } from '../../../ports/store/store.ts';
import type { IntegrationStatus } from '../../lifecycle/integration-status.ts';
import type { IntegrationRecord } from '../../state/integration-record.ts';
import { latestOperation } from '../../state/latest-operation.ts';
import { toOperationView } from '../operation-view.ts';
import type { LoggedEvent } from './operation-log.ts';
import { CONCLUDED, FEED_START, type ProgressCursor, writeProgressCursor } from './progress-cursor.ts';

/** Returns the state of an integration, and the cursor after it. */
export async function takeSnapshot(store: StoreOperations, { id, status }: IntegrationRecord): Promise<LoggedEvent> {
  const about = { integrationId: id, status: status as IntegrationStatus };
  const operation = await latestOperation(store, id);
  if (!operation) {
    return { cursor: FEED_START, event: { event: 'snapshot', id: writeProgressCursor(FEED_START), data: about } };
  }
  const journal = await store.find('journalEntries', {
    where: { operationId: operation.id },
    orderBy: [
      ['position', 'asc'],
      ['id', 'asc'],
    ],
  });
  const last = journal.at(-1);
  const position = last ? 2 * last.position - (last.status === 'intended' ? 1 : 0) : 0;
  const cursor: ProgressCursor = {
    operationId: operation.id,
    step: operation.status === 'running' ? position : CONCLUDED,
  };
  const data = { ...about, operation: toOperationView(operation, journal) };
  return { cursor, event: { event: 'snapshot', id: writeProgressCursor(cursor), data } };
}
