import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Row } from '../../ports/store/tables.ts';
import { decodePayload } from '../catalogue/payload.ts';
import type { HistoryRecordView } from './webhook-views.ts';

/** A record as a retry answers it. @param payload - the stored payload of the record's event. */
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

/** A record as the listing shows it: with its webhook as it was. */
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
