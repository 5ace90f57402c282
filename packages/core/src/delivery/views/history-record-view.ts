import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Row } from '../../ports/store/tables.ts';
import { decodePayload } from '../catalogue/payload.ts';
import type { HistoryRecordView } from './webhook-views.ts';

/** Returns the view of a record as the response to a retry. @param payload - the stored payload of the record's event. */
export function toHistoryRecordView(attempt: Row<'attempts'>, payload: Uint8Array): HistoryRecordView {
  const { text, metadata } = decodePayload(payload);
  return {
    id: attempt.id,
    request: { text, metadata, webhookId: attempt.webhookId, webhookName: attempt.webhookName },
    response: attempt.response,
    statusCode: attempt.statusCode,
    notificationType: attempt.kind,
    webhooksActivityId: attempt.eventId,
    createdAt: isoTime(attempt.createdAt),
    updatedAt: isoTime(attempt.updatedAt),
  };
}

/** Returns the view of a record in the listing, with the webhook's fields at that time. */
export function toListedRecordView(attempt: Row<'attempts'>, payload: Uint8Array): HistoryRecordView {
  return {
    ...toHistoryRecordView(attempt, payload),
    webhooksId: attempt.webhookId,
    url: attempt.url,
    name: attempt.webhookName,
    actionType: attempt.actionType as HistoryRecordView['actionType'] & string,
    createdBy: attempt.createdBy,
  };
}
