import type { Replayed } from '../../idempotency/idempotency.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import type {
  HistoryPageView,
  HistoryQuery,
  HistoryRecordDetailView,
  HistoryRecordView,
  WebhookChangeView,
  WebhookDetailView,
  WebhookStatsView,
  WebhooksCreatedView,
  WebhookTestView,
  WebhookView,
} from '../views/webhook-views.ts';

/**
 * The Webhooks API as functions. Bodies and queries are taken as they come and validated here. All reject with
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
   * Changes what the body names: URL, name, kinds, secret (with an overlap), how deliveries are made; pauses, and goes on.
   * Rejects with `BODY_INVALID`, `KIND_UNKNOWN`, `WEBHOOK_URL_REFUSED`, `PERMISSION_MISSING`.
   */
  update(context: RequestContext, id: number, body: unknown): Promise<WebhookDetailView>;
  /** Sends a test at once and resolves with its record. */
  test(context: RequestContext, id: number): Promise<HistoryRecordView>;
  /** Sends a test to an endpoint that is not stored. @param body - as one element of {@link WebhooksService.create}. */
  tryOut(context: RequestContext, body: unknown): Promise<WebhookTestView>;
  /** Puts deliveries that were given up back: `{ since, until?, limit? }`. */
  recover(context: RequestContext, id: number, body: unknown): Promise<{ readonly recovered: number }>;
  remove(context: RequestContext, id: number): Promise<WebhookChangeView>;
  /**
   * Returns the state of all webhooks, for metrics. Rejects with `PERMISSION_MISSING` for callers who are not
   * administrators.
   */
  stats(context: RequestContext): Promise<WebhookStatsView>;
  /** The valid notification kinds, `ALL_NOTIFICATIONS` included. */
  actions(context: RequestContext): Promise<readonly string[]>;
  history(context: RequestContext, query: HistoryQuery): Promise<HistoryPageView>;
  /** The history of one webhook; `includeGlobal` and `includeUser` mean nothing here. */
  historyOf(context: RequestContext, id: number, query: HistoryQuery): Promise<HistoryPageView>;
  /** One record, with how its attempt went: what caused it, how far it came and how long that took. */
  historyRecord(context: RequestContext, recordId: number): Promise<HistoryRecordDetailView>;
  /** Sends again what a record sent, at once, and resolves with the new record. */
  retry(context: RequestContext, recordId: number): Promise<HistoryRecordView>;
}
