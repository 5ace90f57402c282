import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { Settings } from '../../options/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import { type EndedAttempt, isSuccess, notMade } from '../attempt/attempt-outcome.ts';
import type { SendAttempt } from '../attempt/send-attempt.ts';
import { createFailureWindow } from '../breaker/failure-window.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createBatchScheduler } from './batch-scheduler.ts';
import { type ClaimResult, claim } from './claim.ts';
import { type ClaimedDelivery, subjectOf } from './claimed-delivery.ts';
import { createClockWatch } from './clock-watch.ts';
import type { EndedDelivery } from './ended-delivery.ts';
import { createEndpointSemaphore } from './endpoint-semaphore.ts';
import { createEndpointWaiters } from './endpoint-waiters.ts';
import type { HeldTenants } from './held-tenants.ts';
import { isAllWell, type RecordedOutcomes, recordOutcomes } from './record-outcomes.ts';
import { reportAttempt } from './report-attempt.ts';
import { reportHealth } from './report-health.ts';
import { createRoundRobinScheduler, type EndpointRequest } from './round-robin-scheduler.ts';
import type { RunningAttempts } from './running-attempts.ts';
import { createTenantSemaphore, type TenantReservation } from './tenant-semaphore.ts';

/** Dependencies of {@link createDrainLoop}. */
export interface DrainLoopDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly settings: TenantSettings;
  readonly heldTenants: HeldTenants;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  readonly nodeId: string;
  readonly send: SendAttempt;
  readonly running: RunningAttempts;
  readonly policy: RetryPolicy;
  /** Runs work outside the caller's async context. */
  readonly detached: (work: () => void) => void;
  /** Called when the wall clock was set back, with the milliseconds. */
  readonly onClockSetBack: (setBackMs: number) => void;
  /** Maximum number of leased deliveries. */
  readonly concurrency: number;
  /** Maximum number of concurrent deliveries of one endpoint queue. */
  readonly perEndpoint: number;
  /** Maximum number of waiting deliveries in one endpoint queue. */
  readonly backlogLimit: number | undefined;
}

/** The loop that claims, sends and records. */
export interface DrainLoop {
  /** Claims the due deliveries of an endpoint queue; resolves when they are in flight or wait for a free place. */
  drainEndpoint(webhookId: number, signal: AbortSignal): Promise<void>;
  /** Sets the tenant of an endpoint queue before it was claimed from for the first time. */
  know(webhookId: number, tenant: string): void;
  /** Resolves when no delivery is due or in flight. */
  whenIdle(): Promise<void>;
  /** The number of leased deliveries that wait for others of their endpoint queue. */
  readonly waiting: number;
  /** Stops claiming; resolves when all outcomes are recorded. */
  drain(): Promise<void>;
}

/** An ended delivery, and the callback for when it is recorded. */
interface Unrecorded extends EndedDelivery {
  readonly recorded: () => void;
}

/** Maximum number of outcomes recorded in one transaction. */
const BATCH = 256;
/** Deliveries that an endpoint queue may take in one claim. */
const CLAIM_SIZE = 4;
/** Maximum number of concurrent batches on a store with several writers. */
const MAX_CONCURRENT_BATCHES = 2;
/** Outcomes that justify a batch by themselves. */
const MIN_BATCH_OUTCOMES = 32;
/**
 * The longest delivery, in milliseconds, after which an endpoint queue may still lease ahead, since leased deliveries must not
 * wait long.
 */
const QUICK_MS = 50;
/** Maximum number of queued batches on a store with one writer: the others wait for the disk. */
const MAX_QUEUED_BATCHES = 3;
/** Milliseconds before the next try after the store has failed. */
const STORE_PAUSE_MS = 1000;

/**
 * Creates the loop. Each batch is one transaction that records outcomes and claims due deliveries. Batches follow each other
 * while there is work. While a shared store runs a batch, newly ended attempts can form a second one; with a single writer, the
 * next batch writes while earlier ones wait for the disk. While no endpoint queue can send more immediately, outcomes are
 * collected for a moment, since a batch of thirty costs little more than one of two.
 */
export function createDrainLoop(dependencies: DrainLoopDependencies): DrainLoop {
  const { store, clock, random, queue, settings, events, logger, nodeId, send, running, policy, detached } =
    dependencies;
  const { heldTenants, backlogLimit } = dependencies;
  const window = createFailureWindow(policy.breaker);
  const { concurrency: total, perEndpoint } = dependencies;
  const scheduler = createRoundRobinScheduler({ total, perEndpoint, quantum: CLAIM_SIZE });
  const semaphore = createEndpointSemaphore(clock);
  const tenantSemaphore = createTenantSemaphore({
    onFree: (webhookId) => scheduler.add(webhookId),
    onReached: (tenant, value) =>
      events.emit('tenant.limit', { ...ofTenant(tenant), limit: 'concurrentDeliveries', value }),
  });
  const watch = createClockWatch(clock);
  const endpointQueues = createEndpointWaiters((webhookId) => scheduler.isWaiting(webhookId));
  const idleWaiters: (() => void)[] = [];
  let ended: Unrecorded[] = [];
  let batches = 0;
  let stopping = false;
  let paused = false;

  const hasWork = (): boolean => ended.length > 0 || (!stopping && scheduler.hasReady());
  const hasRoom = (): boolean => {
    if (!store.shared) return batches < MAX_QUEUED_BATCHES;
    return batches === 0 || (batches < MAX_CONCURRENT_BATCHES && ended.length >= MIN_BATCH_OUTCOMES);
  };

  const runBatch = async (): Promise<void> => {
    batches += 1;
    const setBackMs = watch.setBackBy();
    if (setBackMs > 0) dependencies.onClockSetBack(setBackMs);
    const batch = ended.splice(0, BATCH);
    const requests = stopping ? [] : scheduler.take();
    const reservation = tenantSemaphore.begin();
    try {
      const current = await settings.ofAll(batch.map(({ claimed }) => claimed.webhook.tenant));
      const { recorded, claims } = await recordAndClaim(batch, requests, current, reservation);
      afterRecording(batch, recorded);
      afterClaiming(claims, reservation);
      for (const { webhookId } of requests) tenantSemaphore.passOn(webhookId);
    } catch (error) {
      reservation.end();
      requeue(batch, requests, error);
    }
    batches -= 1;
    endpointQueues.check([
      ...batch.map(({ claimed }) => claimed.webhook.id),
      ...requests.map(({ webhookId }) => webhookId),
    ]);
    if (isIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
    plan.consider();
  };

  const plan = createBatchScheduler({
    clock,
    isWanted: () => !paused && hasWork(),
    // While deliveries wait for earlier ones, the receiver is busy.
    isPressing: () => semaphore.waiting === 0 || ended.length >= MIN_BATCH_OUTCOMES || scheduler.hasUrgent(),
    hasRoom,
    isFree: () => batches === 0,
    detached,
    run: runBatch,
  });

  const recordAndClaim = (
    batch: readonly EndedDelivery[],
    requests: readonly EndpointRequest[],
    current: ReadonlyMap<string, Settings>,
    reservation: TenantReservation,
  ) =>
    store.transaction(
      async (transaction) => {
        // The store may run it again.
        reservation.end();
        const now = clock.now();
        const context = { now, settings: current, policy, fraction: () => random.fraction(), window };
        const settling = recordOutcomes(transaction, batch, context);
        if (!isAllWell(batch)) await settling;
        const [recorded, claims] = await Promise.all([
          settling,
          claim(transaction, requests, { owner: nodeId, now, settings, heldTenants, reservation, backlogLimit }),
        ]);
        return { recorded, claims };
      },
      { brief: true },
    );

  const afterRecording = (
    batch: readonly Unrecorded[],
    { attempts, again, changes, opened }: RecordedOutcomes,
  ): void => {
    for (const { recorded } of batch) recorded();
    for (const change of changes) reportHealth(change, { events, logger });
    for (const webhookId of opened) void wakeEndpoint({ queue, events }, webhookId);
    for (const each of attempts) reportAttempt(each, dependencies);
    for (const { webhookId, dueAt } of again) {
      // Requeued deliveries are for the next free node, so this node needs no wake-up for them.
      if (dueAt === undefined && !stopping) scheduler.add(webhookId);
      void wakeEndpoint({ queue, events }, webhookId, dueAt);
    }
  };

  const afterClaiming = (claims: readonly ClaimResult[], reservation: TenantReservation): void => {
    const now = clock.now();
    for (const each of claims) {
      const { webhookId, tenant, claimed, nextDueAt, atCap, tenantFull, limits, busy, settings: current } = each;
      if (tenant !== undefined) scheduler.know(webhookId, tenant);
      const more = nextDueAt !== null && nextDueAt <= now;
      // The leased deliveries of a process that dies count as attempted. If a delivery has only one attempt, it must not be lost
      // unsent.
      const isRetried = current.webhookAutomaticRetry && current.webhookRetrySchedule.length > 0;
      const ahead = (limits?.ahead ?? true) && isRetried;
      if (limits) scheduler.limit(webhookId, { ...limits, ahead });
      if (!ahead) semaphore.cancel(webhookId);
      scheduler.claimed(webhookId, claimed.length, atCap ? 'after-end' : more && !tenantFull ? 'now' : undefined);
      // Another transaction has locked the endpoint queue, or its cap is reached. A batch of this node ends soon, but another
      // node may die before it serves this wake-up, so the queue must be checked again.
      if (busy || (atCap && scheduler.isQuiet(webhookId))) {
        if (batches > 1) scheduler.add(webhookId);
        else void wakeEndpoint({ queue, events }, webhookId, now + STORE_PAUSE_MS);
      } else if (nextDueAt !== null && !more) void wakeEndpoint({ queue, events }, webhookId, nextDueAt);
      if (tenantFull && tenant !== undefined) tenantSemaphore.wait(webhookId, tenant);
      for (const each of claimed) void running.run(each.delivery.id, attempt(each, current));
    }
    reservation.end(placesOf(claims));
  };

  const attempt =
    (claimed: ClaimedDelivery, { webhookDeadlineMs: deadlineMs }: Settings) =>
    async (signal: AbortSignal): Promise<void> => {
      const webhookId = claimed.webhook.id;
      const mayBeSent = await semaphore.acquire(webhookId, scheduler.capOf(webhookId));
      // A process that was suspended for longer than its lease must not send deliveries that another node has taken over.
      const lost = clock.now() >= (claimed.delivery.leaseUntil ?? 0);
      const end =
        mayBeSent && !lost ? await send(subjectOf(claimed), { deadlineMs, signal }) : unsent(claimed, clock.now());
      const delivered = end.outcome.kind === 'response' && isSuccess(end.outcome.statusCode);
      if (mayBeSent) semaphore.release(webhookId, delivered);
      if (claimed.hasPlace) tenantSemaphore.release(claimed.webhook.tenant);
      scheduler.ended(webhookId, delivered && end.endedAt - end.startedAt <= QUICK_MS);
      const recording = new Promise<void>((recorded) => {
        ended.push({ claimed, attempt: end, recorded });
      });
      plan.consider();
      await recording;
    };

  /** Restores the state before a failed batch, and pauses the loop. */
  const requeue = (batch: readonly Unrecorded[], requests: readonly EndpointRequest[], error: unknown): void => {
    ended = [...batch, ...ended];
    // A node that stops does not wait for an unavailable store: its leases expire and other nodes take over.
    if (stopping) for (const { recorded } of ended.splice(0)) recorded();
    for (const { webhookId } of requests) scheduler.claimed(webhookId, 0, 'now');
    const message = error instanceof Error ? error.message : String(error);
    logger.error('The store failed while deliveries were claimed and recorded.', { error: message });
    events.emit('background.error', { task: 'deliver', message });
    paused = true;
    clock.after(STORE_PAUSE_MS, () => {
      paused = false;
      plan.consider();
    });
  };

  const isIdle = (): boolean => batches === 0 && !plan.isScheduled && !hasWork() && scheduler.leased === 0;

  return {
    know: scheduler.know,
    async drainEndpoint(webhookId, signal) {
      if (stopping || !Number.isSafeInteger(webhookId)) return;
      if (!tenantSemaphore.isWaiting(webhookId)) scheduler.add(webhookId);
      plan.consider();
      await endpointQueues.whenServed(webhookId, signal);
    },
    async whenIdle() {
      if (!isIdle()) await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
    get waiting() {
      return semaphore.waiting;
    },
    async drain() {
      stopping = true;
      semaphore.stop();
      endpointQueues.releaseAll();
      if (!isIdle()) await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
  };
}

/** Returns the places that claimed deliveries have, by tenant. */
function placesOf(claims: readonly ClaimResult[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { claimed } of claims) {
    for (const { hasPlace, webhook } of claimed) {
      if (hasPlace) places.set(webhook.tenant, (places.get(webhook.tenant) ?? 0) + 1);
    }
  }
  return places;
}

function unsent({ webhook: { url } }: ClaimedDelivery, now: number): EndedAttempt {
  return { url, startedAt: now, endedAt: now, outcome: notMade() };
}
