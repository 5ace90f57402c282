import type { Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type { DeliveryStatisticsView, StatisticsQuery } from '../views/delivery-statistics-view.ts';
import type {
  HistoryPageView,
  HistoryQuery,
  HistoryRecordDetailView,
  HistoryRecordView,
  NotificationKindView,
  WebhookChangeView,
  WebhookDetailView,
  WebhookStatsView,
  WebhooksCreatedView,
  WebhookTestView,
  WebhookView,
} from '../views/webhook-views.ts';

/**
 * The webhooks API as functions. Bodies and queries are `unknown` and validated here. All reject with
 * `ServiceError`; codes in `kernel/errors/error-codes.ts`.
 */
export interface WebhooksService {
  /** @param body - `{ webhooks: [...] }`. Rejects with `NO_WEBHOOK_CREATED` when every element is refused. */
  create(
    context: RequestContext,
    body: unknown,
    options?: { readonly idempotencyKey?: string | undefined },
  ): Promise<WebhooksCreatedView & Replayed>;
  list(context: RequestContext): Promise<readonly WebhookView[]>;
  get(context: RequestContext, id: number): Promise<WebhookDetailView>;
  /**
   * Changes the fields in the body: URL, name, kinds, secret (with an overlap), delivery options. Also pauses and resumes.
   * Rejects with `BODY_INVALID`, `KIND_UNKNOWN`, `WEBHOOK_URL_REFUSED`, `PERMISSION_MISSING`.
   */
  update(context: RequestContext, id: number, body: unknown): Promise<WebhookDetailView>;
  /** Sends a test immediately and resolves with its record. */
  test(context: RequestContext, id: number): Promise<HistoryRecordView>;
  /** Sends a test to an endpoint that is not stored. @param body - as one element of {@link WebhooksService.create}. */
  testUnsaved(context: RequestContext, body: unknown): Promise<WebhookTestView>;
  /** Queues exhausted deliveries again: `{ since, until?, limit? }`. */
  recover(context: RequestContext, id: number, body: unknown): Promise<{ readonly recovered: number }>;
  remove(context: RequestContext, id: number): Promise<WebhookChangeView>;
  /**
   * Returns the state of all webhooks, for metrics. Rejects with `PERMISSION_MISSING` for callers who are not
   * administrators.
   */
  stats(context: RequestContext): Promise<WebhookStatsView>;
  /**
   * Returns the attempts of all webhooks by outcome, and their latency, over time. They include deleted webhooks, and do not
   * depend on the retention of the history. Rejects with `PERMISSION_MISSING` for callers who are not administrators, and with
   * `PARAMETER_INVALID`.
   */
  deliveryStatistics(context: RequestContext, query: StatisticsQuery): Promise<DeliveryStatisticsView>;
  /** The same for one webhook. Rejects with `WEBHOOK_NOT_FOUND` and `PARAMETER_INVALID`. */
  deliveryStatisticsOf(context: RequestContext, id: number, query: StatisticsQuery): Promise<DeliveryStatisticsView>;
  /** The valid notification kinds, `ALL_NOTIFICATIONS` included. */
  actions(context: RequestContext): Promise<readonly string[]>;
  /** The kinds of {@link WebhooksService.actions}, each with its trigger. */
  kinds(context: RequestContext): Promise<readonly NotificationKindView[]>;
  history(context: RequestContext, query: HistoryQuery): Promise<HistoryPageView>;
  /** The history of one webhook; ignores `includeGlobal` and `includeUser`. */
  historyOf(context: RequestContext, id: number, query: HistoryQuery): Promise<HistoryPageView>;
  /** One record with its attempt: the trigger, the phase that it reached, and its duration. */
  historyRecord(context: RequestContext, recordId: number): Promise<HistoryRecordDetailView>;
  /** Resends the delivery of a record immediately, and resolves with the new record. */
  retry(context: RequestContext, recordId: number): Promise<HistoryRecordView>;
}
