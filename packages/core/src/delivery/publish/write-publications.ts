import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceError } from '../../kernel/errors/service-error.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { TenantLimits } from '../../options/tenant-limits.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { NewOwnedRow, OwnedRow } from '../../ports/store/tables.ts';
import { addDeliveries } from '../endpoint-queues/add-deliveries.ts';
import type { ImmediateLeases } from '../endpoint-queues/immediate-leases.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import type { AddedOfEvent } from '../endpoint-queues/place-deliveries.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { MatchedWebhook } from '../subscriptions/match-webhooks.ts';
import { readSubscriptionsVersions } from '../subscriptions/subscriptions-version.ts';
import type { ConfirmCommit } from './commit-confirmation.ts';
import { enforceWaitingLimit } from './enforce-waiting-limit.ts';
import { lockTenants } from './lock-tenants.ts';
import type { PublishedNotification } from './notifications-service.ts';

/** An event to publish and its matched webhooks. */
export interface Publication {
  readonly event: NewOwnedRow<'events'>;
  readonly matchedWebhooks: readonly MatchedWebhook[];
  /** True when its tenant has a limit on waiting deliveries. */
  readonly countsWaiting: boolean;
  /**
   * Runs a function in the publisher's async context, in which callbacks after the commit belong, even if its batch contains
   * other publications.
   */
  readonly inContext: <Result, Input extends unknown[]>(work: (...input: Input) => Result, ...input: Input) => Result;
  /** Called after the commit if it has stored the event. @default nothing is called */
  readonly onStored?: (() => void) | undefined;
}

/** A publication and the version of the subscriptions that its webhooks were matched with. */
export interface VersionedPublication extends Publication {
  readonly version: number;
}

/** Dependencies of {@link writePublications}. */
export interface WriteDependencies {
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  /** Confirms a publication in a transaction of the host. */
  readonly confirmCommit: ConfirmCommit;
  readonly backlog?: BacklogOptions | undefined;
  /** The limits of each tenant. @default none */
  readonly limits?: TenantLimits | undefined;
  /** Leases for the deliveries of a publication. @default none, so that they are claimed */
  readonly immediateLeases?: ImmediateLeases | undefined;
}

/** The result of a publication: the published notification or the refusal. */
export type PublicationResult = PublishedNotification | { readonly refusal: ServiceError };

/** The error of a publication whose subscriptions changed after the webhooks were matched. */
export class OutdatedSubscribers extends Error {}

/** Returns a publication with the async context of the caller. */
export function publicationOf(publication: Omit<Publication, 'inContext'>): Publication {
  return { ...publication, inContext: AsyncLocalStorage.snapshot() };
}

/**
 * Writes publications whose webhooks were matched with a version. All calls go to the store at once, but their result counts only if
 * the version is current. It is read after the locks of the endpoint queues: a transaction that had locked them may have changed it.
 *
 * @throws OutdatedSubscribers if the version has changed.
 */
export async function writeIfCurrent(
  dependencies: WriteDependencies,
  transaction: AllTenantsTransaction,
  publications: readonly VersionedPublication[],
  onRollback?: (action: () => void) => void,
): Promise<readonly PublicationResult[]> {
  const [written, current] = await Promise.allSettled([
    writePublications(transaction, publications, dependencies, onRollback),
    readSubscriptionsVersions(
      transaction,
      publications.map(({ event }) => event.tenant),
    ),
  ]);
  if (current.status === 'rejected') throw current.reason;
  const isOutdated = ({ event, version }: VersionedPublication) => current.value.get(event.tenant) !== version;
  if (publications.some(isOutdated)) throw new OutdatedSubscribers();
  if (written.status === 'rejected') throw written.reason;
  return written.value;
}

/**
 * Writes events, deliveries and endpoint queues, with the same number of statements for many publications as for one. After the
 * commit, it sends the deliveries that this node could lease, and wakes the endpoint queues of the others.
 *
 * @param onRollback - registers an action that runs if the transaction is not committed. @default this node leases no deliveries
 */
export async function writePublications(
  transaction: AllTenantsTransaction,
  publications: readonly Publication[],
  dependencies: WriteDependencies,
  onRollback?: (action: () => void) => void,
): Promise<readonly PublicationResult[]> {
  const { clock, backlog, limits = {} } = dependencies;
  const now = clock.now();
  const leases = onRollback && dependencies.immediateLeases?.reserve(publications.flatMap(webhooksOf));
  if (leases) onRollback(leases.release);
  // The order matters: the webhooks of the offers are read when their endpoint queues are locked.
  const [tenants, written, endpointQueues, offers] = await Promise.all([
    lockTenants(transaction, tenantsToCount(publications)),
    transaction.insertOwned(
      'events',
      publications.map(({ event }) => event),
    ),
    lockEndpointQueues(transaction, [...new Set(publications.flatMap(webhookIdsOf))]),
    leases?.offers(transaction, new Set(publications.map(({ event }) => event.tenant))),
  ]);
  const eventByPublicId = new Map(written.map((event) => [event.publicId, event]));
  const fresh = publications.flatMap(({ event: { publicId }, ...rest }) => {
    const event = eventByPublicId.get(publicId);
    return event ? [{ event, ...rest }] : [];
  });
  const refused = await enforceWaitingLimit(transaction, tenants, fresh, limits);
  const accepted = fresh.filter(({ event }) => !refused.has(event.id));
  const { byEvent, leased } = await addDeliveries(transaction, accepted, endpointQueues, { now, backlog, offers });
  const report = transaction.joined ? emitIfCommitted : emit;
  for (const { event, inContext, onStored } of accepted) {
    const added = byEvent.get(event.id);
    transaction.afterCommit(() => inContext(report, event, added, dependencies, onStored));
  }
  if (leases) transaction.afterCommit(() => leases.send(leased));
  return Promise.all(
    publications.map(async ({ event }) => {
      const known = eventByPublicId.get(event.publicId);
      const refusal = refused.get((known ?? duplicateOf(event, written))?.id ?? 0);
      if (refusal) return { refusal };
      if (!known) return repeated(transaction, event);
      return { eventId: known.id, deliveries: byEvent.get(known.id)?.all.length ?? 0, repeated: false };
    }),
  );
}

/** Returns the tenants whose waiting deliveries are counted. */
function tenantsToCount(publications: readonly Publication[]): readonly string[] {
  const counted = publications.filter(({ countsWaiting }) => countsWaiting);
  return [...new Set(counted.map(({ event }) => event.tenant))];
}

/** Returns the ids of the webhooks that an event is published to. */
export function webhookIdsOf(publication: Publication): readonly number[] {
  return webhooksOf(publication).map(({ id }) => id);
}

function webhooksOf({ matchedWebhooks }: Publication): readonly OwnedRow<'webhooks'>[] {
  return matchedWebhooks.map(({ webhook }) => webhook);
}

function emit(
  event: OwnedRow<'events'>,
  added: AddedOfEvent | undefined,
  dependencies: WriteDependencies,
  onStored: Publication['onStored'],
): void {
  const { events } = dependencies;
  onStored?.();
  const tenant = ofTenant(event.tenant);
  for (const full of added?.full ?? []) events.emit('webhook.backlog', { ...tenant, ...full });
  events.emit('notification.published', {
    ...tenant,
    eventId: event.id,
    kind: event.kind,
    deliveries: added?.all.length ?? 0,
  });
  wake(added, dependencies);
}

/** Emits nothing for an event whose savepoint the host has rolled back. If that is unknown, a vain wake-up does no harm. */
async function emitIfCommitted(
  event: OwnedRow<'events'>,
  added: AddedOfEvent | undefined,
  dependencies: WriteDependencies,
  onStored: Publication['onStored'],
): Promise<void> {
  try {
    if (await dependencies.confirmCommit(event.publicId)) emit(event, added, dependencies, onStored);
  } catch (error) {
    const line = 'The commit of a publication in a transaction of the host could not be confirmed.';
    reportBackgroundError(dependencies, { task: 'publish', line }, error);
    wake(added, dependencies);
  }
}

function wake(added: AddedOfEvent | undefined, { queue, events }: WriteDependencies): void {
  for (const id of added?.pending ?? []) void wakeEndpoint({ queue, events }, id);
}

/** Returns the event of the same batch with the same idempotency key. */
function duplicateOf(
  { tenant, idempotencyKey }: NewOwnedRow<'events'>,
  written: readonly OwnedRow<'events'>[],
): OwnedRow<'events'> | undefined {
  return written.find((event) => event.tenant === tenant && event.idempotencyKey === idempotencyKey);
}

async function repeated(
  transaction: AllTenantsTransaction,
  { tenant, idempotencyKey }: NewOwnedRow<'events'>,
): Promise<PublishedNotification> {
  const [known] = await transaction.find('events', { where: { tenant, idempotencyKey: idempotencyKey ?? '' } });
  if (!known) throw new Error('The store left out an event although its id and its idempotency key were new.');
  const deliveries = await transaction.count('deliveries', { eventId: known.id });
  return { eventId: known.id, deliveries, repeated: true };
}
