import { MAX_CLOCK_SKEW_MS } from '../../kernel/time/clock-skew.ts';
import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { interrupted } from '../attempt/attempt-outcome.ts';
import { createFailureWindow } from '../breaker/failure-window.ts';
import { LEASE_GRACE_MS } from '../claim/lease-grace.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { EndedDelivery } from '../outcomes/ended-delivery.ts';
import { recordOutcomes } from '../outcomes/record-outcomes.ts';
import { reportAttempt } from '../outcomes/report-attempt.ts';
import { reportHealth } from '../outcomes/report-health.ts';
import type { DeliveryCounter } from '../statistics/create-delivery-counter.ts';

/** Dependencies of {@link recoverInterrupted}. */
export interface RecoverInterruptedDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: TenantSettings;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly counter: DeliveryCounter;
  readonly nodeId: string;
  /** The node id of the previous process here, which is certainly dead. */
  readonly predecessor?: string | undefined;
  /** The node id of the other dispatcher in this process, which lives. */
  readonly companion?: string | undefined;
  readonly policy: RetryPolicy;
  readonly options?: Pick<WebhookOptions, 'failingAfter'> | undefined;
}

/** Maximum number of deliveries in one transaction. */
const SLICE = 100;

/**
 * Records the attempts of some deliveries whose process has died as interrupted.
 *
 * @returns true if there may be more of them.
 */
export async function recoverInterrupted({
  store,
  clock,
  random,
  settings,
  events,
  logger,
  counter,
  nodeId,
  predecessor,
  companion,
  policy,
  options,
}: RecoverInterruptedDependencies): Promise<boolean> {
  const now = clock.now();
  const deadlines = await settings.overridesOf('webhookDeadlineMs');
  const leaseMsOf = ({ tenant }: { readonly tenant: string }): number =>
    (deadlines.get(tenant) ?? settings.base.webhookDeadlineMs) + LEASE_GRACE_MS;
  const longest = Math.max(settings.base.webhookDeadlineMs, ...deadlines.values()) + LEASE_GRACE_MS;
  const status = 'leased';
  const abandoned = store.shared
    ? [
        { status, leaseUntil: { lte: now } },
        { status, leaseUntil: { gt: now + longest + MAX_CLOCK_SKEW_MS } },
        ...(predecessor ? [{ status, leaseOwner: predecessor }] : []),
      ]
    : { status, leaseOwner: { not: nodeId } };
  const found = await store.find('deliveries', { where: abandoned, limit: SLICE });
  const isTooLong = ({ leaseOwner, leaseUntil }: OwnedRow<'deliveries'>): boolean =>
    store.shared && leaseOwner !== predecessor && (leaseUntil ?? 0) > now;
  for (const [leaseMs, alike] of Map.groupBy(found.filter(isTooLong), leaseMsOf)) {
    await shortenLeases(store, alike, now + leaseMs);
  }
  const isAlive = ({ leaseOwner }: OwnedRow<'deliveries'>): boolean => !store.shared && leaseOwner === companion;
  const deliveries = found.filter((delivery) => !isTooLong(delivery) && !isAlive(delivery));
  const isFull = found.length === SLICE;
  if (deliveries.length === 0) return isFull;
  const ended = await endedDeliveries(store, deliveries, now, leaseMsOf);
  const current = await settings.ofAll(deliveries.map(({ tenant }) => tenant));
  const recorded = await store.transaction((transaction) =>
    recordOutcomes(transaction, ended, {
      now,
      settings: current,
      policy,
      fraction: () => random.fraction(),
      window: createFailureWindow(policy.breaker),
    }),
  );
  for (const change of recorded.changes) reportHealth(change, { events, logger });
  for (const each of recorded.attempts) reportAttempt(each, { events, logger, counter, options });
  // Those without a webhook or an event, of a tenant that is being imported or removed, would be found for ever.
  return isFull && ended.length > 0;
}

/** Limits leases that were taken by a clock that was ahead to the normal duration from now. */
async function shortenLeases(
  store: AllTenantsStore,
  deliveries: readonly OwnedRow<'deliveries'>[],
  until: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ id }) => id);
  await store.update(
    'deliveries',
    { id: { in: ids }, status: 'leased', leaseUntil: { gt: until } },
    { leaseUntil: until },
  );
}

async function endedDeliveries(
  store: AllTenantsStore,
  deliveries: readonly OwnedRow<'deliveries'>[],
  now: number,
  leaseMsOf: (delivery: OwnedRow<'deliveries'>) => number,
): Promise<readonly EndedDelivery[]> {
  const webhookIds = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
  const eventIds = [...new Set(deliveries.map(({ eventId }) => eventId))];
  const webhooks = await store.find('webhooks', { where: { id: { in: webhookIds } } });
  const events = await store.find('events', { where: { id: { in: eventIds } } });
  const interruptions = await interruptionsOf(store, deliveries);
  const webhookOf = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return deliveries.flatMap((delivery) => {
    const webhook = webhookOf.get(delivery.webhookId);
    const event = eventOf.get(delivery.eventId);
    if (!webhook || !event) return [];
    const startedAt = Math.min(now, Math.max(delivery.createdAt, (delivery.leaseUntil ?? now) - leaseMsOf(delivery)));
    const attempt = { url: webhook.url, startedAt, endedAt: now, outcome: interrupted() };
    const claimed = { delivery, webhook, event, probe: false };
    return [{ claimed, attempt, interruptions: interruptions.get(delivery.id) }];
  });
}

/** Returns how many attempts of each delivery were interrupted before. */
async function interruptionsOf(
  store: AllTenantsStore,
  deliveries: readonly OwnedRow<'deliveries'>[],
): Promise<ReadonlyMap<number, number>> {
  const again = deliveries.filter(({ attempts }) => attempts > 1);
  if (again.length === 0) return new Map();
  const records = await store.find('attempts', {
    where: {
      // This condition uses an index; an event has few records.
      eventId: { in: [...new Set(again.map(({ eventId }) => eventId))] },
      deliveryId: { in: again.map(({ id }) => id) },
      trigger: 'automatic',
      errorPhase: 'interrupted',
    },
  });
  const counts = new Map<number, number>();
  for (const { deliveryId } of records) {
    if (deliveryId !== null) counts.set(deliveryId, (counts.get(deliveryId) ?? 0) + 1);
  }
  return counts;
}
