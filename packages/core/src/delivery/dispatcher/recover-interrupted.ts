import { MAX_CLOCK_SKEW_MS } from '../../kernel/time/clock-skew.ts';
import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { interruptedOutcome } from '../attempt/attempt-outcome.ts';
import { LEASE_GRACE_MS } from '../claim/lease-grace.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { EndedDelivery } from '../outcomes/ended-delivery.ts';
import { recordSeparately } from '../outcomes/record-separately.ts';
import { reportAttempt } from '../outcomes/report-attempt.ts';
import { reportHealth } from '../outcomes/report-health.ts';
import type { DeliveryCounter } from '../statistics/create-delivery-counter.ts';
import { readClaimed } from './read-claimed.ts';

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
 * Records the attempts of some deliveries whose process has died as interrupted, in the order of their ids.
 *
 * @param after - the id after which they begin.
 * @returns the id after which there may be more of them; undefined if there are none.
 */
export async function recoverInterrupted(
  {
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
  }: RecoverInterruptedDependencies,
  after: number,
): Promise<number | undefined> {
  const now = clock.now();
  const deadlines = await settings.overridesOf('webhookDeadlineMs');
  const leaseMsOf = ({ tenant }: { readonly tenant: string }): number =>
    (deadlines.get(tenant) ?? settings.base.webhookDeadlineMs) + LEASE_GRACE_MS;
  const longest = Math.max(settings.base.webhookDeadlineMs, ...deadlines.values()) + LEASE_GRACE_MS;
  // The first query, most often the only one, has no condition on the id, which a database would prefer to its index of leased rows.
  const leased = { status: 'leased', ...(after > 0 && { id: { gt: after } }) };
  const abandoned = store.shared
    ? [
        { ...leased, leaseUntil: { lte: now } },
        { ...leased, leaseUntil: { gt: now + longest + MAX_CLOCK_SKEW_MS } },
        ...(predecessor ? [{ ...leased, leaseOwner: predecessor }] : []),
      ]
    : { ...leased, leaseOwner: { not: nodeId } };
  const found = await store.find('deliveries', { where: abandoned, limit: SLICE });
  const isTooLong = ({ leaseOwner, leaseUntil }: OwnedRow<'deliveries'>): boolean =>
    store.shared && leaseOwner !== predecessor && (leaseUntil ?? 0) > now;
  for (const [leaseMs, alike] of Map.groupBy(found.filter(isTooLong), leaseMsOf)) {
    await shortenLeases(store, alike, now + leaseMs);
  }
  const isAlive = ({ leaseOwner }: OwnedRow<'deliveries'>): boolean => !store.shared && leaseOwner === companion;
  const deliveries = found.filter((delivery) => !isTooLong(delivery) && !isAlive(delivery));
  // Those without a webhook or an event, of a tenant that is being imported or removed, stay as they are.
  const next = found.length === SLICE ? found.at(-1)?.id : undefined;
  if (deliveries.length === 0) return next;
  const ended = await endedDeliveries(store, deliveries, now, leaseMsOf);
  const current = await settings.ofAll(deliveries.map(({ tenant }) => tenant));
  const recorded = await recordSeparately({ store, random, policy }, ended, { now, settings: current });
  for (const change of recorded.changes) reportHealth(change, { events, logger });
  for (const attempt of recorded.attempts) reportAttempt(attempt, { events, logger, counter, options });
  return next;
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
  const interruptions = await interruptionsOf(store, deliveries);
  return (await readClaimed(store, deliveries)).map((claimed) => {
    const { delivery, webhook } = claimed;
    const startedAt = Math.min(now, Math.max(delivery.createdAt, (delivery.leaseUntil ?? now) - leaseMsOf(delivery)));
    const attempt = { url: webhook.url, startedAt, endedAt: now, outcome: interruptedOutcome() };
    return { claimed, attempt, interruptions: interruptions.get(delivery.id) };
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
