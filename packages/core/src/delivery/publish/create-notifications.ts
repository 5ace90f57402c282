import type { NotificationTrace } from '../../kernel/tracing/tracing-channels.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Random } from '../../ports/random.ts';
import type { Store, StoreTransaction } from '../../ports/store/store.ts';
import type { NewRow, Row } from '../../ports/store/tables.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { publicId } from '../catalogue/public-id.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import { lockFreeEndpointQueues } from '../endpoint-queues/lock-free-endpoint-queues.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createSubscribers, readSubscribers } from '../subscriptions/create-subscribers.ts';
import { matchWebhooks } from '../subscriptions/match-webhooks.ts';
import { readSubscriptionsVersion } from '../subscriptions/subscriptions-version.ts';
import { createBatching } from './batching/write-batch.ts';
import type { Notification, NotificationsService, PublishedNotification } from './notifications-service.ts';
import { type ParsedNotification, parseNotification } from './parse-notification.ts';
import {
  OutdatedSubscribers,
  publicationOf,
  publish,
  publishIfCurrent,
  type VersionedPublication,
  webhookIdsOf,
} from './publish.ts';
import { tracedPublication, traceParentOf } from './traced-publication.ts';

/** Dependencies of {@link createNotifications}. */
export interface NotificationsDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly kinds: KindRegistry;
  readonly host?: HostCallbacks | undefined;
  readonly backlog?: BacklogOptions | undefined;
}

/** Publishes a notification of the engine's own, to all but one webhook. */
export type PublishInternal = (
  notification: Notification,
  options: { readonly exceptWebhook: number },
) => Promise<PublishedNotification>;

/** The service, and what only the engine may do. */
export interface Notifications extends NotificationsService {
  readonly publishInternal: PublishInternal;
}

/** Publishes notifications: event, deliveries and endpoint queues in one transaction, wake-ups after its commit. */
export function createNotifications(dependencies: NotificationsDependencies): Notifications {
  const { store, clock, kinds, host = {} } = dependencies;
  const subscribers = createSubscribers(store, clock);
  const publishBatched = createBatching<VersionedPublication, PublishedNotification>({
    store,
    clock,
    write: (transaction, publications) => publishIfCurrent(transaction, publications, dependencies),
    isForWholeBatch: isOutdated,
    keysOf: webhookIdsOf,
    identityOf: ({ event }) => event.idempotencyKey ?? undefined,
    locks: {
      lockRow: (transaction, webhookId) => lockEndpointQueues(transaction, [webhookId]),
      lockFree: lockFreeEndpointQueues,
    },
  });

  const publishNotification = async (
    trace: NotificationTrace | undefined,
    notification: Notification,
    given?: StoreTransaction,
    exceptWebhook?: number,
  ): Promise<PublishedNotification> => {
    const traceParent = traceParentOf(trace);
    const parsed = parseNotification(notification, kinds);
    const { kind, class: kindClass } = parsed.facts;
    const { involved, metadata } = parsed;
    const publicationFor = async (webhooks: readonly Row<'webhooks'>[]) => {
      const others = webhooks.filter(({ id }) => id !== exceptWebhook);
      const matchedWebhooks = await matchWebhooks(others, host, { kind, kindClass, involved, metadata });
      return publicationOf({ ...eventRow(parsed, clock.now(), dependencies), traceParent }, matchedWebhooks);
    };
    while (given) {
      const version = await readSubscriptionsVersion(given);
      const publication = await publicationFor(await readSubscribers(given, kind));
      // While the endpoint queues are locked, the state of their deliveries cannot change.
      const [, current] = await Promise.all([
        lockEndpointQueues(given, webhookIdsOf(publication)),
        readSubscriptionsVersion(given),
      ]);
      if (current !== version) continue;
      const [published] = await publish(given, [publication], dependencies);
      return published as PublishedNotification;
    }
    for (;;) {
      const { webhooks, version } = await subscribers.find(kind);
      const publication = await publicationFor(webhooks);
      try {
        return await publishBatched({ ...publication, version });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        subscribers.forget(version);
      }
    }
  };

  const notify = tracedPublication(publishNotification);
  return {
    notify,
    kinds: () => kinds.names(),
    publishInternal: (notification, { exceptWebhook }) => notify(notification, undefined, exceptWebhook),
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof OutdatedSubscribers;
}

function eventRow(
  { facts, text, metadata, involved, at, idempotencyKey }: ParsedNotification,
  now: number,
  { random, host }: NotificationsDependencies,
): NewRow<'events'> {
  const payload = { text, metadata };
  return {
    publicId: publicId(now, random),
    kind: facts.kind,
    payload: encodePayload(host?.shapePayload?.({ kind: facts.kind, ...payload }) ?? payload),
    actionBy: involved.actionBy ?? null,
    idempotencyKey: idempotencyKey ?? null,
    createdAt: at ?? now,
  };
}
