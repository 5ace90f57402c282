import type { EventSink } from '../events/portcullis-events.ts';
import type { BacklogOptions, HostCallbacks } from '../portcullis-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { Store, StoreTransaction } from '../ports/store/store.ts';
import type { Row } from '../ports/store/tables.ts';
import { addDeliveries } from '../webhooks/lanes/add-deliveries.ts';
import { lockLanes } from '../webhooks/lanes/lock-lanes.ts';
import { wakeLane } from '../webhooks/lanes/wake-lane.ts';
import { type Addressee, chooseAddressees } from '../webhooks/matching/choose-addressees.ts';
import { createSubscribers, readSubscribers, type Subscribers } from '../webhooks/matching/create-subscribers.ts';
import { readSubscriptionsVersion } from '../webhooks/matching/subscriptions-version.ts';
import type { KindRegistry } from './kind-registry.ts';
import type { Notification, NotificationsService, PublishedNotification } from './notifications-service.ts';
import { type ParsedNotification, parseNotification } from './parse-notification.ts';
import { encodePayload } from './payload.ts';
import { publicId } from './public-id.ts';

/** What {@link createNotifications} works with. */
export interface NotificationsDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly events: EventSink;
  readonly kinds: KindRegistry;
  readonly host?: HostCallbacks | undefined;
  readonly backlog?: BacklogOptions | undefined;
}

/** Publishes a notification of the engine's own, to all but one webhook. */
export type Announce = (
  notification: Notification,
  options: { readonly exceptWebhook: number },
) => Promise<PublishedNotification>;

/** The service, and what only the engine may do. */
export interface Notifications extends NotificationsService {
  readonly announce: Announce;
}

/** Publishes notifications: event, deliveries and lanes in one transaction, wake-ups after its commit. */
export function createNotifications(dependencies: NotificationsDependencies): Notifications {
  const { store, clock, kinds, host = {} } = dependencies;
  const subscribers = createSubscribers(store, clock);

  const publishTo = async (
    notification: Notification,
    given?: StoreTransaction,
    exceptWebhook?: number,
  ): Promise<PublishedNotification> => {
    const parsed = parseNotification(notification, kinds);
    const { kind, class: kindClass } = parsed.facts;
    const { involved, metadata } = parsed;
    const choose = async (webhooks: readonly Row<'webhooks'>[]): Promise<readonly Addressee[]> => {
      const others = webhooks.filter(({ id }) => id !== exceptWebhook);
      return chooseAddressees(others, host, { kind, kindClass, involved, metadata });
    };
    if (given) return publish(given, parsed, await choose(await readSubscribers(given, kind)), dependencies);
    for (;;) {
      const { webhooks, version } = await subscribers.find(kind);
      const addressees = await choose(webhooks);
      try {
        return await store.transaction(
          (transaction) => publishIfCurrent(transaction, parsed, { addressees, version }, dependencies),
          { brief: true },
        );
      } catch (error) {
        if (!(error instanceof OutdatedSubscribers)) throw error;
        subscribers.forget();
      }
    }
  };

  return {
    notify: (notification: Notification, transaction?: StoreTransaction) => publishTo(notification, transaction),
    kinds: () => kinds.names(),
    announce: (notification, { exceptWebhook }) => publishTo(notification, undefined, exceptWebhook),
  };
}

/** Somebody has changed who is told of what since the addressees were chosen. */
class OutdatedSubscribers extends Error {}

/** Publishes to addressees of a version. What is asked goes to the store at once, but how it went counts only for the version that is current. */
async function publishIfCurrent(
  transaction: StoreTransaction,
  parsed: ParsedNotification,
  { addressees, version }: Pick<Subscribers, 'version'> & { readonly addressees: readonly Addressee[] },
  dependencies: NotificationsDependencies,
): Promise<PublishedNotification> {
  const [current, published] = await Promise.allSettled([
    readSubscriptionsVersion(transaction),
    publish(transaction, parsed, addressees, dependencies),
  ]);
  if (current.status === 'rejected') throw current.reason;
  if (current.value !== version) throw new OutdatedSubscribers();
  if (published.status === 'rejected') throw published.reason;
  return published.value;
}

async function publish(
  transaction: StoreTransaction,
  parsed: ParsedNotification,
  addressees: readonly Addressee[],
  dependencies: NotificationsDependencies,
): Promise<PublishedNotification> {
  const { clock, queue, events, backlog } = dependencies;
  const now = clock.now();
  const [[event], lanes] = await Promise.all([
    transaction.insertAbsent('events', [eventRow(parsed, now, dependencies)]),
    lockLanes(
      transaction,
      addressees.map(({ webhook }) => webhook.id),
    ),
  ]);
  if (!event) return repeated(transaction, parsed);
  const reached = await addDeliveries(transaction, event, addressees, lanes, { now, backlog });
  transaction.afterCommit(() => {
    for (const full of reached.full) events.emit('webhook.backlog', full);
    events.emit('notification.published', { eventId: event.id, kind: event.kind, deliveries: reached.all.length });
    for (const id of reached.pending) wakeLane({ queue, events }, id);
  });
  return { eventId: event.id, deliveries: reached.all.length, repeated: false };
}

function eventRow(
  { facts, text, metadata, involved, at, idempotencyKey }: ParsedNotification,
  now: number,
  { random, host }: NotificationsDependencies,
) {
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

async function repeated(
  transaction: StoreTransaction,
  { idempotencyKey }: ParsedNotification,
): Promise<PublishedNotification> {
  const [known] = await transaction.find('events', { where: { idempotencyKey: idempotencyKey ?? '' } });
  if (!known) throw new Error('The store left out an event although its id and its idempotency key were new.');
  const deliveries = await transaction.count('deliveries', { eventId: known.id });
  return { eventId: known.id, deliveries, repeated: true };
}
