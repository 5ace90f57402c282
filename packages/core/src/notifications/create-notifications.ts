import type { EventSink } from '../events/portcullis-events.ts';
import type { HostCallbacks } from '../portcullis-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import type { Store, StoreTransaction } from '../ports/store/store.ts';
import type { Row } from '../ports/store/tables.ts';
import { addPending } from '../webhooks/lanes/add-pending.ts';
import { lockLanes } from '../webhooks/lanes/lock-lanes.ts';
import { wakeLane } from '../webhooks/lanes/wake-lane.ts';
import { type Addressee, findAddressees } from '../webhooks/matching/find-addressees.ts';
import type { KindRegistry } from './kind-registry.ts';
import type { Notification, NotificationsService, PublishedNotification } from './notifications-service.ts';
import { type ParsedNotification, parseNotification } from './parse-notification.ts';
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
}

/** Publishes notifications: event, deliveries and lanes in one transaction, wake-ups after its commit. */
export function createNotifications(dependencies: NotificationsDependencies): NotificationsService {
  const { store, kinds, host = {} } = dependencies;

  const notify = async (notification: Notification, given?: StoreTransaction): Promise<PublishedNotification> => {
    const parsed = parseNotification(notification, kinds);
    const { kind, class: kindClass } = parsed.facts;
    const addressees = await findAddressees(given ?? store, host, { kind, kindClass, involved: parsed.involved });
    const write = (transaction: StoreTransaction) => publish(transaction, parsed, addressees, dependencies);
    return given ? write(given) : store.transaction(write);
  };

  return { notify, kinds: () => kinds.names() };
}

async function publish(
  transaction: StoreTransaction,
  parsed: ParsedNotification,
  addressees: readonly Addressee[],
  { clock, random, queue, events }: NotificationsDependencies,
): Promise<PublishedNotification> {
  const now = clock.now();
  const [event] = await transaction.insertAbsent('events', [eventRow(parsed, now, random)]);
  if (!event) return repeated(transaction, parsed);
  const reached = await addDeliveries(transaction, event, addressees, now);
  transaction.afterCommit(() => {
    events.emit('notification.published', { eventId: event.id, kind: event.kind, deliveries: reached.all.length });
    for (const id of reached.pending) wakeLane({ queue, events }, id);
  });
  return { eventId: event.id, deliveries: reached.all.length, repeated: false };
}

function eventRow({ facts, payload, involved, at, idempotencyKey }: ParsedNotification, now: number, random: Random) {
  return {
    publicId: publicId(now, random),
    kind: facts.kind,
    payload,
    actionBy: involved.actionBy ?? null,
    idempotencyKey: idempotencyKey ?? null,
    createdAt: at ?? now,
  };
}

/** Writes one delivery an addressee. Webhooks that were deleted meanwhile have no lane any more and are left out. */
async function addDeliveries(
  transaction: StoreTransaction,
  event: Row<'events'>,
  addressees: readonly Addressee[],
  now: number,
): Promise<{ readonly all: readonly number[]; readonly pending: readonly number[] }> {
  const lanes = await lockLanes(
    transaction,
    addressees.map(({ webhook }) => webhook.id),
  );
  const alive = addressees.filter(({ webhook }) => lanes.has(webhook.id));
  await transaction.insertAbsent(
    'deliveries',
    alive.map(({ webhook, status }) => ({
      eventId: event.id,
      webhookId: webhook.id,
      webhookName: webhook.name,
      status,
      attempts: 0,
      dueAt: now,
      leaseGeneration: 0,
      createdAt: now,
    })),
  );
  const pending = alive.filter(({ status }) => status === 'pending').map(({ webhook }) => webhook.id);
  await addPending(transaction, pending, now);
  return { all: alive.map(({ webhook }) => webhook.id), pending };
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
