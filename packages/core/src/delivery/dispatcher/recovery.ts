import { errorMessage } from '../../kernel/errors/error-message.ts';
import { createIntervalTask } from '../../kernel/lifetime/interval-task.ts';
import { MAX_CLOCK_SKEW_MS } from '../../kernel/time/clock-skew.ts';
import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { interrupted } from '../attempt/attempt-outcome.ts';
import { createFailureWindow } from '../breaker/failure-window.ts';
import { LEASE_GRACE_MS } from '../claim/lease-grace.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { EndedDelivery } from '../outcomes/ended-delivery.ts';
import { recordOutcomes } from '../outcomes/record-outcomes.ts';
import { reportAttempt } from '../outcomes/report-attempt.ts';
import { reportHealth } from '../outcomes/report-health.ts';
import type { DeliveryCounter } from '../statistics/create-delivery-counter.ts';
import { correctDueTimes } from './correct-due-times.ts';

/** Dependencies of {@link createRecovery}. */
export interface RecoveryDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly settings: TenantSettings;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly counter: DeliveryCounter;
  readonly nodeId: string;
  /** The node id of the previous process here, which is certainly dead. */
  readonly predecessor?: string | undefined;
  readonly policy: RetryPolicy;
  readonly options?: Pick<WebhookOptions, 'failingAfter'> | undefined;
  /** Milliseconds between two scans if several nodes share the store. */
  readonly periodMs: number;
  /** Claims the due deliveries of an endpoint queue on this node, without the queue. */
  readonly drainEndpoint: (webhookId: number, signal: AbortSignal) => Promise<void>;
  /** Sets the tenant of an endpoint queue, so that tenants share the first claims fairly. */
  readonly setTenant: (webhookId: number, tenant: string) => void;
}

/** The recovery of the deliveries of dead processes and of lost wake-ups. */
export interface Recovery {
  /** Scans once, and repeatedly if several nodes share the store. */
  start(): Promise<void>;
  /** Corrects the times that were written before the clock was set back. Never rejects. */
  correctTimes(setBackMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the wake-ups for the next scan. */
const RECOVER = 'recover-deliveries';
const SLICE = 100;

/** Creates the recovery of a node. Several nodes may run it: the lease generation decides which of them records a delivery. */
export function createRecovery(dependencies: RecoveryDependencies): Recovery {
  const { store, clock, queue, events, logger, periodMs, drainEndpoint, setTenant } = dependencies;
  let stopListening: (() => void) | undefined;

  const recover = async (signal: AbortSignal): Promise<void> => {
    while ((await recoverSlice(dependencies)) === SLICE);
    const now = clock.now();
    // A single process needs timers for all due times; otherwise the next scan finds later ones.
    const due = store.shared ? { lte: now + periodMs } : { not: null };
    for (const { webhookId, tenant, nextDueAt } of await store.find('endpointQueues', { where: { nextDueAt: due } })) {
      setTenant(webhookId, tenant);
      void wakeEndpoint({ queue, events }, webhookId, nextDueAt ?? undefined);
      // No node has claimed from it since the last scan, so wake-ups are being lost.
      if (nextDueAt !== null && nextDueAt <= now - periodMs) void drainEndpoint(webhookId, signal);
    }
  };

  const correct = async (setBackMs?: number): Promise<void> => {
    const { settings, policy } = dependencies;
    const context = { now: clock.now(), settings, policy, setBackMs };
    for (const webhookId of await correctDueTimes(store, context)) void wakeEndpoint({ queue, events }, webhookId);
  };

  const failed = (error: unknown): void => {
    const message = errorMessage(error);
    logger.error('Looking for interrupted deliveries failed.', { error: message });
    events.emit('background.error', { task: 'recover', message });
  };

  const recurring = createIntervalTask(dependencies, {
    name: RECOVER,
    everyMs: periodMs,
    work: recover,
    onError: failed,
  });

  return {
    async start() {
      await correct();
      await recover(new AbortController().signal);
      if (!store.shared) return;
      recurring.start();
      stopListening = queue.onGap?.(() => void recurring.now());
    },
    correctTimes: (setBackMs) => correct(setBackMs).catch(failed),
    async stop() {
      stopListening?.();
      await recurring.stop();
    },
  };
}

/** Records the outcome of some interrupted deliveries; returns how many it found. */
async function recoverSlice({
  store,
  clock,
  random,
  settings,
  events,
  logger,
  counter,
  nodeId,
  predecessor,
  policy,
  options,
}: RecoveryDependencies): Promise<number> {
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
  const deliveries = found.filter((delivery) => !isTooLong(delivery));
  if (deliveries.length === 0) return found.length;
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
  return found.length;
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
