import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { isDelivered } from '../attempt/attempt-outcome.ts';
import type { RunningAttempts } from '../attempt/running-attempts.ts';
import type { SendAttempt } from '../attempt/send-attempt.ts';
import { createImmediateLeases } from '../claim/create-immediate-leases.ts';
import { tenantPermitsOf } from '../claim/tenant-permits-of.ts';
import type { ImmediateLeases } from '../endpoint-queues/immediate-leases.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { ReportDependencies } from '../outcomes/report-attempt.ts';
import { reportOutcomes } from '../outcomes/report-outcomes.ts';
import { createBatchScheduler } from '../scheduling/batch-scheduler.ts';
import { createEndpointSemaphore } from '../scheduling/endpoint-semaphore.ts';
import { createRoundRobinScheduler, type EndpointRequest } from '../scheduling/round-robin-scheduler.ts';
import { createTenantSemaphore } from '../scheduling/tenant-semaphore.ts';
import { applyClaim } from './apply-claim.ts';
import { createClockWatch } from './clock-watch.ts';
import { createEndpointWaiters } from './endpoint-waiters.ts';
import { createRecordAndClaim, type RecordAndClaimDependencies } from './record-and-claim.ts';
import { createOutageReport } from './report-outage.ts';
import { createClaimedSender } from './send-claimed.ts';
import { createUnrecordedOutcomes, type UnrecordedOutcome } from './unrecorded-outcomes.ts';

/** Dependencies of {@link createDrainLoop}, in addition to those of its parts. */
export interface DrainLoopDependencies extends RecordAndClaimDependencies, ReportDependencies {
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly send: SendAttempt;
  readonly running: RunningAttempts;
  /** Runs work outside the caller's async context. */
  readonly detached: (work: () => void) => void;
  /** Called when the wall clock was set back, with the milliseconds. */
  readonly onClockSetBack: (setBackMs: number) => void;
  /** True if it claims due deliveries; otherwise it only sends what publications lease for it. */
  readonly claims: boolean;
  /** Called when a transaction that may have leased deliveries has failed: its commit may have succeeded. */
  readonly onFailedTransaction: () => void;
  /** Maximum number of leased deliveries. */
  readonly concurrency: number;
  /** Maximum number of concurrent deliveries of one endpoint queue. */
  readonly perEndpoint: number;
}

/** The loop that claims, sends and records. */
export interface DrainLoop {
  /** Leases for new deliveries, from {@link DrainLoop.start} on. */
  readonly immediateLeases: ImmediateLeases;
  /** Permits leases for new deliveries. */
  start(): void;
  /** Claims the due deliveries of an endpoint queue; resolves when they are in flight or wait for a permit. */
  drainEndpoint(webhookId: number, signal: AbortSignal): Promise<void>;
  /** Sets the tenant of an endpoint queue before it was claimed from for the first time. */
  setTenant(webhookId: number, tenant: string): void;
  /** Resolves when no delivery is due or in flight. */
  whenIdle(): Promise<void>;
  /** The number of leased deliveries that wait for others of their endpoint queue. */
  readonly waiting: number;
  /** Stops claiming; resolves when all outcomes are recorded. */
  drain(): Promise<void>;
}

/** Maximum number of outcomes recorded in one transaction. */
const BATCH = 256;
/** Deliveries that an endpoint queue may take in one claim. */
const CLAIM_SIZE = 4;
/** Maximum number of concurrent batches on a store with several writers. */
const MAX_CONCURRENT_BATCHES = 2;
/** Outcomes that justify a batch by themselves. */
const MIN_BATCH_OUTCOMES = 32;
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
  const { store, clock, queue, events, running, concurrency: total, perEndpoint } = dependencies;
  const scheduler = createRoundRobinScheduler({ total, perEndpoint, quantum: CLAIM_SIZE });
  const semaphore = createEndpointSemaphore(clock);
  const tenantSemaphore = createTenantSemaphore({
    onFree: (webhookId) => scheduler.add(webhookId),
    onReached: (tenant, value) =>
      events.emit('tenant.limit', { ...ofTenant(tenant), limit: 'concurrentDeliveries', value }),
  });
  const watch = createClockWatch(clock);
  const waiters = createEndpointWaiters((webhookId) => scheduler.isWaiting(webhookId));
  const idleWaiters: (() => void)[] = [];
  const unrecorded = createUnrecordedOutcomes();
  const outage = createOutageReport(dependencies);
  let batches = 0;
  let started = false;
  let stopping = false;
  let paused = false;

  const recordAndClaim = createRecordAndClaim(dependencies);
  const sendClaimed = createClaimedSender({
    ...dependencies,
    scheduler,
    semaphore,
    tenantSemaphore,
    record(claimed, attempt) {
      if (!isDelivered(attempt)) leases.failed(claimed.webhook.id);
      const recording = unrecorded.add(claimed, attempt);
      batchScheduler.consider();
      return recording;
    },
  });
  const affected = {
    scheduler,
    semaphore,
    tenantSemaphore,
    wakeAt: (webhookId: number, at: number) => void wakeEndpoint({ queue, events }, webhookId, at),
  };

  const mayClaim = (): boolean => dependencies.claims && !stopping;
  const hasWork = (): boolean => unrecorded.count > 0 || (mayClaim() && scheduler.hasReady());
  const hasRoom = (): boolean => {
    if (!store.shared) return batches < MAX_QUEUED_BATCHES;
    return batches === 0 || (batches < MAX_CONCURRENT_BATCHES && unrecorded.count >= MIN_BATCH_OUTCOMES);
  };

  const checkClock = (): void => {
    const setBackMs = watch.setBackBy();
    if (setBackMs > 0) dependencies.onClockSetBack(setBackMs);
  };

  /** Wakes other nodes for the endpoint queues whose wake-ups this node has taken, since it claims from them no more. */
  const handOver = (): void => {
    for (const webhookId of [...scheduler.abandon(), ...tenantSemaphore.abandon()]) {
      void wakeEndpoint({ queue, events }, webhookId);
    }
  };

  const runBatch = async (): Promise<void> => {
    batches += 1;
    checkClock();
    const batch = unrecorded.take(BATCH);
    const requests = mayClaim() ? scheduler.take() : [];
    const reservation = tenantSemaphore.beginBatch();
    try {
      const { recorded: outcomes, claims } = await recordAndClaim(batch, requests, reservation);
      outage.succeeded();
      for (const { claimed, attempt, recorded } of batch) {
        if (!isDelivered(attempt)) leases.recorded(claimed.webhook.id);
        recorded();
      }
      reportOutcomes(outcomes, dependencies, (webhookId) => {
        // Requeued deliveries are for the next free node, so a node that stops needs no claim for them.
        if (mayClaim()) scheduler.add(webhookId);
      });
      const now = clock.now();
      for (const each of claims) {
        applyClaim(each, affected, now, batches === 1);
        for (const claimed of each.claimed) {
          void running.run(claimed.delivery.id, (signal) => sendClaimed(claimed, each.settings, signal));
        }
      }
      reservation.releaseUnused(tenantPermitsOf(claims));
      for (const { webhookId } of requests) tenantSemaphore.passOn(webhookId);
    } catch (error) {
      reservation.releaseUnused();
      restore(batch, requests, error);
    }
    batches -= 1;
    if (stopping) handOver();
    waiters.check([...batch.map(({ claimed }) => claimed.webhook.id), ...requests.map(({ webhookId }) => webhookId)]);
    resolveIdle();
    batchScheduler.consider();
  };

  const batchScheduler = createBatchScheduler({
    clock,
    hasWork: () => !paused && hasWork(),
    // While deliveries wait for earlier ones, the receiver is busy.
    isUrgent: () => semaphore.waiting === 0 || unrecorded.count >= MIN_BATCH_OUTCOMES || scheduler.hasUrgent(),
    hasRoom,
    isIdle: () => batches === 0,
    detached: dependencies.detached,
    run: runBatch,
  });

  /** Restores the state before a failed batch, and pauses the loop. */
  const restore = (batch: readonly UnrecordedOutcome[], requests: readonly EndpointRequest[], error: unknown): void => {
    unrecorded.putBack(batch);
    // A node that stops does not wait for an unavailable store: its leases expire and other nodes take over.
    if (stopping) unrecorded.abandon();
    for (const { webhookId } of requests) scheduler.claimed(webhookId, 0, 'now');
    outage.failed(error);
    if (requests.length > 0) dependencies.onFailedTransaction();
    paused = true;
    clock.after(STORE_PAUSE_MS, () => {
      paused = false;
      batchScheduler.consider();
    });
  };

  const leases = createImmediateLeases({
    ...dependencies,
    scheduler,
    tenantSemaphore,
    send: (leased, settings) =>
      dependencies.detached(
        () => void running.run(leased.delivery.id, (signal) => sendClaimed(leased, settings, signal)),
      ),
    onReleased() {
      resolveIdle();
      batchScheduler.consider();
    },
    onRolledBack: dependencies.onFailedTransaction,
  });

  const isIdle = (): boolean => batches === 0 && !batchScheduler.isScheduled && !hasWork() && scheduler.leased === 0;
  const resolveIdle = (): void => {
    if (isIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
  };

  return {
    immediateLeases: {
      reserve(webhooks) {
        checkClock();
        return started && !stopping && !paused ? leases.reserve(webhooks) : undefined;
      },
    },
    start() {
      started = true;
    },
    setTenant: scheduler.setTenant,
    async drainEndpoint(webhookId, signal) {
      if (stopping || !Number.isSafeInteger(webhookId)) return;
      if (!tenantSemaphore.isWaiting(webhookId)) scheduler.add(webhookId);
      batchScheduler.consider();
      await waiters.whenServed(webhookId, signal);
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
      handOver();
      waiters.releaseAll();
      // The outcomes that a failed store has not recorded are tried once more, immediately.
      paused = false;
      batchScheduler.consider();
      if (!isIdle()) await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
  };
}
