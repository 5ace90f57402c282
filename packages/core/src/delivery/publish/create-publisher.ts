import { ofTenant } from '../../kernel/events/typed-events.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import { type TenantLimiter, UNLIMITED } from '../../limits/tenant-limiter.ts';
import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { Random } from '../../ports/random.ts';
import { ALL_TENANTS, type AllTenantsStore, type StoreTransaction } from '../../ports/store/store.ts';
import type { NewOwnedRow } from '../../ports/store/tables.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { publicId } from '../catalogue/public-id.ts';
import { matchWebhooks } from '../subscriptions/match-webhooks.ts';
import { checkPayload, refuseTooLarge } from './check-payload.ts';
import { createCommitConfirmation } from './commit-confirmation.ts';
import { createSharedPublishing } from './create-shared-publishing.ts';
import type { Notification, NotificationsService, PublishedNotification } from './notifications-service.ts';
import { type ParsedNotification, parseNotification } from './parse-notification.ts';
import { createPublicationLimits, reportingLimits } from './publication-limits.ts';
import type { PublicationRequest } from './publication-request.ts';
import { publicationTrace, traceParentOf } from './publication-trace.ts';
import { publishInTransaction } from './publish-in-transaction.ts';
import { tolerantHost } from './tolerant-host.ts';
import { publicationOf, type WriteDependencies } from './write-publications.ts';

/** Dependencies of {@link createPublisher}. */
export interface PublisherDependencies extends Omit<WriteDependencies, 'confirmCommit'> {
  readonly store: AllTenantsStore;
  readonly random: Random;
  readonly kinds: KindRegistry;
  readonly host?: HostCallbacks | undefined;
  /** Maximum number of bytes of a payload of the host. @default 262,144 */
  readonly payloadLimit?: number | undefined;
}

/** The service, and a function for the engine only. */
interface Notifications extends NotificationsService {
  /** Publishes a notification of the engine's own, to all but one webhook. */
  publishInternal(
    notification: Notification,
    options: Required<Pick<PublishOptions, 'exceptWebhook'>>,
  ): Promise<PublishedNotification>;
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

/** The tenant of a notification, and the rules that apply to it. */
interface PublishingTenant {
  readonly tenant: string;
  readonly callbacks: HostCallbacks;
  readonly limiter: TenantLimiter;
  /** Maximum number of bytes of a payload. */
  readonly payloadLimit: number;
  readonly requireActive?: (() => Promise<unknown>) | undefined;
}

/** Options of one publication. */
interface PublishOptions {
  /** The transaction of the host to publish in. @default one that concurrent calls may share */
  readonly transaction?: StoreTransaction | undefined;
  /** The webhook that does not receive the notification. @default none */
  readonly exceptWebhook?: number;
}

/**
 * Creates the publisher. It writes event, deliveries and endpoint queues in one transaction, and sends wake-ups after its commit.
 */
export function createPublisher(external: PublisherDependencies): Publisher {
  const { store, clock, kinds, host = {}, payloadLimit = DEFAULT_WEBHOOK_OPTIONS.payloadLimit } = external;
  const dependencies = { ...external, confirmCommit: createCommitConfirmation(store) };
  const publishShared = createSharedPublishing(dependencies);
  const limits = createPublicationLimits(clock);

  const publish = async (
    { tenant, callbacks, limiter, payloadLimit, requireActive }: PublishingTenant,
    notification: Notification,
    traceParent: string | null,
    { transaction, exceptWebhook }: PublishOptions,
  ): Promise<PublishedNotification> => {
    const parsed = parseNotification(notification, kinds);
    const { kind, class: kindClass } = parsed.facts;
    const { involved, metadata } = parsed;
    limits.countNotification(tenant, limiter);
    const event = { ...eventRow(tenant, parsed, clock.now(), { random: external.random, callbacks }), traceParent };
    refuseTooLarge(event, payloadLimit);
    const open = transaction?.[ALL_TENANTS];
    const reservation =
      limiter.limits().storedBytes === undefined
        ? undefined
        : await limits.reserveBytes(tenant, limiter, event.payload.byteLength, { store, open });
    const request: PublicationRequest = {
      tenant,
      kind,
      async match(webhooks) {
        const others = webhooks.filter(({ id }) => id !== exceptWebhook);
        const matchedWebhooks = await matchWebhooks(others, callbacks, { tenant, kind, kindClass, involved, metadata });
        const countsWaiting = limiter.limits().waitingDeliveries !== undefined;
        return publicationOf({ event, matchedWebhooks, countsWaiting, onStored: reservation?.confirm });
      },
    };
    try {
      // The bytes may have been counted, which takes a while.
      if (reservation) await requireActive?.();
      const published = await (open
        ? publishInTransaction(dependencies, open, request, limiter)
        : publishShared(request, requireActive));
      if ('refusal' in published) throw published.refusal;
      if (published.repeated) reservation?.release();
      return published;
    } catch (error) {
      reservation?.release();
      throw error;
    }
  };

  const serviceOf = (publishingTenant: PublishingTenant): Notifications => {
    const { tenant, limiter } = publishingTenant;
    const publishTraced = traced(
      TRACING_CHANNELS.notification,
      publicationTrace(tenant),
      (trace, notification: Notification, options: PublishOptions) =>
        reportingLimits(limiter, () => publish(publishingTenant, notification, traceParentOf(trace), options)),
    );
    return {
      notify: (notification, transaction) => publishTraced(notification, { transaction }),
      publishInternal: publishTraced,
      kinds: () => kinds.names(),
    };
  };
  const tolerantCallbacks = tolerantHost(host, external);

  return {
    of: (tenant, limiter = UNLIMITED, requireActive) =>
      serviceOf({ tenant, callbacks: host, limiter, payloadLimit, requireActive }),
    ofEngine: (tenant) =>
      serviceOf({ tenant, callbacks: tolerantCallbacks, limiter: UNLIMITED, payloadLimit: Number.POSITIVE_INFINITY }),
  };
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
