import type { TransportTiming } from '../../ports/http-transport.ts';
import type { NewOwnedRow, OwnedRow } from '../../ports/store/tables.ts';
import { type AttemptOutcome, type EndedAttempt, isSuccess, statusCodeOf } from './attempt-outcome.ts';
import { recordedResponse } from './recorded-response.ts';

/** The delivery that an attempt belongs to. */
export interface AttemptSubject {
  readonly webhook: OwnedRow<'webhooks'>;
  readonly event: OwnedRow<'events'>;
  /** The name of the webhook at the time of the event. */
  readonly webhookName: string;
  readonly deliveryId: number | null;
  /** The time since which it could have been sent, in milliseconds since 1970; undefined for a manual attempt. */
  readonly dueAt?: number;
}

/** The trigger of an attempt and its number. */
export interface AttemptCause {
  readonly trigger: 'automatic' | 'manual' | 'test';
  /** The position among the automatic attempts; 0 for others. */
  readonly number: number;
  /** The record that it repeats. */
  readonly parentId?: number | undefined;
  /** True when another node took over the delivery before this attempt ended. */
  readonly late?: boolean;
}

/** The `details` of a history record: known facts about the connection and the response. */
export interface AttemptDetails extends TransportTiming {
  readonly bodyBytes?: number;
  readonly truncated?: boolean;
  readonly late?: boolean;
}

/** The history record of an attempt. */
export function attemptRow(
  { webhook, event, webhookName, deliveryId }: AttemptSubject,
  { trigger, number, parentId, late = false }: AttemptCause,
  { url, startedAt, endedAt, outcome }: EndedAttempt,
): NewOwnedRow<'attempts'> {
  const statusCode = statusCodeOf(outcome);
  return {
    tenant: webhook.tenant,
    deliveryId,
    eventId: event.id,
    webhookId: webhook.id,
    webhookName,
    url,
    global: webhook.global,
    actionType: webhook.actionType,
    createdBy: webhook.createdBy,
    kind: event.kind,
    number,
    trigger,
    parentId: parentId ?? null,
    succeeded: outcome.kind === 'response' && isSuccess(statusCode),
    statusCode,
    errorCode: outcome.kind === 'failure' ? outcome.code : null,
    errorPhase: outcome.kind === 'failure' ? outcome.phase : null,
    response: recordedResponse(outcome),
    details: detailsOf(outcome, late),
    startedAt,
    endedAt: outcome.kind === 'failure' && outcome.phase === 'interrupted' ? null : endedAt,
    createdAt: endedAt,
    updatedAt: endedAt,
  };
}

/** Returns facts for operators that are not part of the interface's record. */
function detailsOf(outcome: AttemptOutcome, late: boolean) {
  const { totalMs, connectMs, firstByteMs, remoteAddress, reusedSocket, retriedStaleSocket } = outcome.timing;
  return {
    totalMs,
    connectMs,
    firstByteMs,
    remoteAddress,
    reusedSocket,
    retriedStaleSocket,
    ...(outcome.kind === 'response' ? { bodyBytes: outcome.bodyBytes, truncated: outcome.truncated } : {}),
    ...(late ? { late } : {}),
  } satisfies AttemptDetails;
}
