import { ofTenant } from '../../kernel/events/typed-events.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { type NotificationTrace, TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import { type TenantLimiter, UNLIMITED } from '../../limits/tenant-limiter.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { TenantLimits } from '../../options/tenant-limits.ts';
import type { BacklogOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Random } from '../../ports/random.ts';
import {
  ALL_TENANTS,
  type AllTenantsStore,
  type AllTenantsTransaction,
  type StoreTransaction,
} from '../../ports/store/store.ts';
import type { NewOwnedRow, OwnedRow } from '../../ports/store/tables.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { publicId } from '../catalogue/public-id.ts';
import type { ImmediateLeases } from '../endpoint-queues/immediate-leases.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createSubscribers } from '../subscriptions/create-subscribers.ts';
import { matchWebhooks } from '../subscriptions/match-webhooks.ts';
import { readSubscribers } from '../subscriptions/read-subscribers.ts';
import { readSubscriptionsVersions } from '../subscriptions/subscriptions-version.ts';
import { createBatching } from './batching/write-batch.ts';
import { checkPayload } from './check-payload.ts';
import { createCommitConfirmation } from './commit-confirmation.ts';
import { lockTenants } from './lock-tenants.ts';
import type { Notification, NotificationsService, PublishedNotification } from './notifications-service.ts';
import { type ParsedNotification, parseNotification } from './parse-notification.ts';
import { createPublicationLimits, reportingLimits } from './publication-limits.ts';
import { PUBLICATION_LOCKS, rowKeysOf } from './publication-locks.ts';
import { publicationTrace, traceParentOf } from './publication-trace.ts';
import {
  OutdatedSubscribers,
  type Publication,
  type PublicationResult,
  publicationOf,
  publish,
  publishIfCurrent,
  type VersionedPublication,
  webhookIdsOf,
} from './publish.ts';
import { tolerantHost } from './tolerant-host.ts';

/** Dependencies of {@link createPublisher}. */
export interface PublisherDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly kinds: KindRegistry;
  readonly host?: HostCallbacks | undefined;
  readonly backlog?: BacklogOptions | undefined;
  /** The limits of each tenant. @default none */
  readonly limits?: TenantLimits | undefined;
  /** Leases for the deliveries of a publication. @default none, so that they are claimed */
  readonly immediateLeases?: ImmediateLeases | undefined;
}

/** Publishes a notification of the engine's own, to all but one webhook. */
type PublishInternal = (
  notification: Notification,
  options: { readonly exceptWebhook: number },
) => Promise<PublishedNotification>;

/** The service, and the functions for the engine only. */
interface Notifications extends NotificationsService {
  readonly publishInternal: PublishInternal;
}

/** The publishing of an instance, for each of its tenants. */
export interface Publisher {
  /**
   * Returns the service of a tenant. It is cheap, since batches and caches belong to the instance.
   *
   * @param limiter - the limiter of the notifications of the host. @default no limits
   * @param requireActive - called again for a notification during whose publication the tenant may have changed; rejects for one that
   * was suspended or removed. @default none
   */
  of(tenant: string, limiter?: TenantLimiter, requireActive?: () => Promise<unknown>): Notifications;
  /** Returns the service for what the engine itself publishes: without limits, and although the host cannot respond. */
  ofEngine(tenant: string): Notifications;
}

type PublicationFor = (webhooks: readonly OwnedRow<'webhooks'>[]) => Promise<Publication>;

/**
 * Creates the publisher. It writes event, deliveries and endpoint queues in one transaction, and sends wake-ups after its commit.
 */
export function createPublisher(given: PublisherDependencies): Publisher {
  const { store, clock, kinds, host = {} } = given;
  const dependencies = { ...given, confirmCommit: createCommitConfirmation(store) };
  const subscribers = createSubscribers(store, clock);
  const publishBatched = createBatching<VersionedPublication, PublicationResult>({
    store,
    clock,
    write: publishIfCurrent.bind(undefined, dependencies),
    isForWholeBatch: isOutdated,
    keysOf: rowKeysOf,
    identityOf: ({ event: { tenant, idempotencyKey } }) =>
      typeof idempotencyKey === 'string' ? `${tenant}\n${idempotencyKey}` : undefined,
    locks: PUBLICATION_LOCKS,
  });

  const limits = createPublicationLimits(clock);

  /** Publishes within a given transaction. */
  const publishIn = async (
    open: AllTenantsTransaction,
    tenant: string,
    kind: string,
    publicationFor: PublicationFor,
    limiter: Pick<TenantLimiter, 'requireActive'>,
  ): Promise<PublicationResult> => {
    for (;;) {
      const versionIn = async () => (await readSubscriptionsVersions(open, [tenant])).get(tenant);
      const version = await versionIn();
      const subscribersOf = await readSubscribers(open, [{ tenant, kind }]);
      const publication = await publicationFor(subscribersOf({ tenant, kind }));
      // While the endpoint queues are locked, the state of their deliveries cannot change.
      const [, , current] = await Promise.all([
        lockTenants(open, publication.countsWaiting ? [tenant] : []),
        lockEndpointQueues(open, webhookIdsOf(publication)),
        versionIn(),
      ]);
      if (current !== version) {
        await limiter.requireActive(open.scoped(tenant));
        continue;
      }
      const [result] = await publish(open, [publication], dependencies);
      return result as PublicationResult;
    }
  };

  /** Publishes in a transaction that concurrent calls may share. */
  const publishShared = async (
    tenant: string,
    kind: string,
    publicationFor: PublicationFor,
    requireActive?: () => Promise<unknown>,
  ): Promise<PublicationResult> => {
    for (;;) {
      const { webhooks, version } = await subscribers.find(tenant, kind);
      const publication = await publicationFor(webhooks);
      try {
        return await publishBatched({ ...publication, version });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        subscribers.forget(tenant, version);
        await requireActive?.();
      }
    }
  };

  const publishFor = async (
    callbacks: HostCallbacks,
    tenant: string,
    limiter: TenantLimiter,
    requireActive: (() => Promise<unknown>) | undefined,
    trace: NotificationTrace | undefined,
    notification: Notification,
    given?: StoreTransaction,
    exceptWebhook?: number,
  ): Promise<PublishedNotification> => {
    const traceParent = traceParentOf(trace);
    const parsed = parseNotification(notification, kinds);
    const { kind, class: kindClass } = parsed.facts;
    const { involved, metadata } = parsed;
    limits.countNotification(tenant, limiter);
    const event = { ...eventRow(tenant, parsed, clock.now(), { random: dependencies.random, callbacks }), traceParent };
    const open = given?.[ALL_TENANTS];
    const reservation =
      limiter.limits().storedBytes === undefined
        ? undefined
        : await limits.reserveBytes(tenant, limiter, event.payload.byteLength, { store, open });
    const publicationFor: PublicationFor = async (webhooks) => {
      const others = webhooks.filter(({ id }) => id !== exceptWebhook);
      const matchedWebhooks = await matchWebhooks(others, callbacks, { tenant, kind, kindClass, involved, metadata });
      const countsWaiting = limiter.limits().waitingDeliveries !== undefined;
      return publicationOf({ event, matchedWebhooks, countsWaiting, onStored: reservation?.confirm });
    };
    try {
      // The bytes may have been counted, which takes a while.
      if (reservation) await requireActive?.();
      const published = await (open
        ? publishIn(open, tenant, kind, publicationFor, limiter)
        : publishShared(tenant, kind, publicationFor, requireActive));
      if ('refusal' in published) throw published.refusal;
      if (published.repeated) reservation?.release();
      return published;
    } catch (error) {
      reservation?.release();
      throw error;
    }
  };

  const serviceOf = (
    callbacks: HostCallbacks,
    tenant: string,
    limiter: TenantLimiter,
    requireActive?: () => Promise<unknown>,
  ): Notifications => {
    const publishAs = publishFor.bind(undefined, callbacks, tenant, limiter, requireActive);
    const notify = traced(
      TRACING_CHANNELS.notification,
      publicationTrace(tenant),
      limiter === UNLIMITED ? publishAs : (...input) => reportingLimits(limiter, () => publishAs(...input)),
    );
    return {
      notify,
      kinds: () => kinds.names(),
      publishInternal: (notification, { exceptWebhook }) => notify(notification, undefined, exceptWebhook),
    };
  };
  const hostOfEngine = tolerantHost(host, given.events);

  return {
    of: (tenant, limiter = UNLIMITED, requireActive) => serviceOf(host, tenant, limiter, requireActive),
    ofEngine: (tenant) => serviceOf(hostOfEngine, tenant, UNLIMITED),
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof OutdatedSubscribers;
}

function eventRow(
  tenant: string,
  { facts, text, metadata, involved, at, idempotencyKey }: ParsedNotification,
  now: number,
  { random, callbacks }: { readonly random: Random; readonly callbacks: HostCallbacks },
): NewOwnedRow<'events'> {
  const payload = { kind: facts.kind, text, metadata };
  return {
    tenant,
    publicId: publicId(now, random),
    kind: facts.kind,
    payload: encodePayload(checkPayload(callbacks.shapePayload?.(payload, ofTenant(tenant)) ?? payload)),
    actionBy: involved.actionBy ?? null,
    idempotencyKey: idempotencyKey ?? null,
    createdAt: at ?? now,
  };
}
