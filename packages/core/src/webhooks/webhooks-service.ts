import type { RequestContext } from '../security/principal.ts';
import type {
  HistoryPageView,
  HistoryQuery,
  HistoryRecordView,
  WebhookChangeView,
  WebhookDetailView,
  WebhooksCreatedView,
  WebhookView,
} from './webhook-views.ts';

/**
 * The Webhooks API as functions. Bodies and queries are taken as they come and validated here. All reject with
 * `ServiceError`; codes in `errors/error-codes.ts`.
 */
export interface WebhooksService {
  /** @param body - `{ webhooks: [...] }`. Rejects with `NO_WEBHOOK_CREATED` when every element is refused. */
  create(context: RequestContext, body: unknown): Promise<WebhooksCreatedView>;
  list(context: RequestContext): Promise<readonly WebhookView[]>;
  get(context: RequestContext, id: number): Promise<WebhookDetailView>;
  remove(context: RequestContext, id: number): Promise<WebhookChangeView>;
  /** The valid notification kinds, `ALL_NOTIFICATIONS` included. */
  actions(context: RequestContext): Promise<readonly string[]>;
  history(context: RequestContext, query: HistoryQuery): Promise<HistoryPageView>;
  /** Sends again what a record sent, at once, and resolves with the new record. */
  retry(context: RequestContext, recordId: number): Promise<HistoryRecordView>;
}
