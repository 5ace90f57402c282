import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import type { OfTenant } from '../../kernel/events/typed-events.ts';
import type { Logger } from '../../ports/logger.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import {
  DELIVERY_EXHAUSTED,
  DELIVERY_FAILING,
  DELIVERY_RECOVERED,
  isOperational,
  WEBHOOK_BACKLOG_REACHED,
  WEBHOOK_DELIVERIES_EXPIRED,
  WEBHOOK_RECEIVER_CHANGED,
  WEBHOOK_STATE_CHANGED,
} from '../catalogue/operational-kinds.ts';
import type { DeliveryEventSink, DeliveryEventSource } from '../events/delivery-events.ts';
import type { Publisher } from '../publish/create-publisher.ts';

/** Maximum number of failing webhooks that a node remembers, removed ones included; the oldest are dropped first. */
const MAX_FAILING = 10_000;

/** Dependencies of {@link createOperationalNotices}. */
export interface OperationalNoticesDependencies {
  readonly events: DeliveryEventSource & DeliveryEventSink;
  readonly kinds: KindRegistry;
  readonly publisher: Publisher;
  readonly logger: Logger;
}

/** The notifications about webhooks. */
export interface OperationalNotices {
  start(): void;
  /** Stops; resolves when notifications in progress are written. */
  stop(): Promise<void>;
}

/**
 * Publishes a notification for each event of the delivery engine whose kind the host has declared. It publishes after the
 * commit, so a process that dies in between publishes nothing; GET /webhooks/{id} has the state itself. Events that such
 * notifications cause are not published: two receivers with occasional failures would otherwise notify each other for ever.
 */
export function createOperationalNotices({
  events,
  kinds,
  publisher,
  logger,
}: OperationalNoticesDependencies): OperationalNotices {
  const running = new Set<Promise<void>>();
  /** Webhooks whose receiver was reported as failing. */
  const failing = new Set<number>();
  let unsubscribe: readonly (() => void)[] = [];

  const publish = (
    kind: string,
    { tenant = DEFAULT_TENANT, webhookId }: OfTenant & { readonly webhookId: number },
    facts: Readonly<Record<string, unknown>>,
  ): void => {
    if (!kinds.find(kind)) return;
    const metadata = { modelId: webhookId, modelType: 'webhook', ...facts };
    const publishing = publisher
      .ofEngine(tenant)
      .publishInternal({ kind, metadata }, { exceptWebhook: webhookId })
      .then(() => {})
      .catch((error: unknown) => {
        const line = 'A notification about a webhook could not be published.';
        reportBackgroundError({ events, logger }, { task: 'publish', line, details: { kind, webhookId } }, error);
      })
      .finally(() => running.delete(publishing));
    running.add(publishing);
  };

  const remember = (webhookId: number): void => {
    failing.add(webhookId);
    const [oldest] = failing;
    if (failing.size > MAX_FAILING && oldest !== undefined) failing.delete(oldest);
  };

  return {
    start() {
      unsubscribe = [
        events.on('delivery.exhausted', (event) => {
          const { kind, eventId, statusCode } = event;
          if (isOperational(kind)) return;
          publish(DELIVERY_EXHAUSTED.kind, event, { deliveredKind: kind, webhooksActivityId: eventId, statusCode });
        }),
        events.on('delivery.failing', (event) => {
          const { kind, eventId, number, statusCode } = event;
          if (isOperational(kind)) return;
          const facts = { deliveredKind: kind, webhooksActivityId: eventId, attempts: number, statusCode };
          publish(DELIVERY_FAILING.kind, event, facts);
        }),
        events.on('delivery.recovered', (event) => {
          const { kind, eventId, number } = event;
          if (isOperational(kind)) return;
          publish(DELIVERY_RECOVERED.kind, event, {
            deliveredKind: kind,
            webhooksActivityId: eventId,
            attempts: number,
          });
        }),
        events.on('webhook.expired', (event) => {
          const { count, days } = event;
          publish(WEBHOOK_DELIVERIES_EXPIRED.kind, event, { count, days });
        }),
        events.on('webhook.state', (event) => {
          const { from, to, reason } = event;
          publish(WEBHOOK_STATE_CHANGED.kind, event, { fromState: from, toState: to, ...(reason ? { reason } : {}) });
        }),
        events.on('webhook.breaker', (event) => {
          const { webhookId, state, step, operational } = event;
          // Each failed probe opens it again, which is not reported.
          if (state === 'open' && step !== 1) return;
          const hasRecovered = state === 'closed' && failing.delete(webhookId);
          if (operational && !hasRecovered) return;
          if (state === 'open') remember(webhookId);
          publish(WEBHOOK_RECEIVER_CHANGED.kind, event, { receiver: state === 'open' ? 'failing' : 'healthy' });
        }),
        events.on('webhook.backlog', (event) => {
          const { limit, policy, operational } = event;
          if (!operational) publish(WEBHOOK_BACKLOG_REACHED.kind, event, { limit, policy });
        }),
      ];
    },
    async stop() {
      for (const stop of unsubscribe) stop();
      await Promise.all(running);
    },
  };
}
