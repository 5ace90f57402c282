import type { Principal } from '../../security/principals/principal.ts';
import { toHistoryRecordView } from '../views/history-record-view.ts';
import { recordNotFound, visibleRecord, webhookNotFound } from '../visibility/visibility.ts';
import { limitManualSends } from './limit-manual-sends.ts';
import type { ManualSendDependencies } from './manual-send-dependencies.ts';

/**
 * Sends a history record again, at once, and returns the new record.
 *
 * @throws ServiceError `HISTORY_RECORD_NOT_FOUND`, `WEBHOOK_NOT_FOUND` if its webhook was deleted, `RATE_LIMITED`
 */
export async function retryRecord(dependencies: ManualSendDependencies, principal: Principal, recordId: number) {
  const { tenant, store, dispatcher } = dependencies;
  const record = await visibleRecord(store, principal, recordId);
  const [webhook] = await store.find('webhooks', { where: { id: record.webhookId, state: { not: 'deleted' } } });
  const [event] = await store.find('events', { where: { id: record.eventId } });
  if (!webhook) throw webhookNotFound(record.webhookId);
  // Retention has removed the record with its event in the meantime.
  if (!event) throw recordNotFound(recordId);
  limitManualSends(dependencies, webhook.createdBy);
  const attempt = await dispatcher.sendManually({
    trigger: 'manual',
    record: { tenant, ...record },
    webhook: { tenant, ...webhook },
    event: { tenant, ...event },
  });
  return toHistoryRecordView(attempt, event.payload);
}
