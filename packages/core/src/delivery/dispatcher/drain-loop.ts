import { isDelivered } from '../attempt/attempt-outcome.ts';
import type { SendAttempt } from '../attempt/send-attempt.ts';
import { createImmediateLeases } from '../claim/create-immediate-leases.ts';
import type { ImmediateLeases } from '../endpoint-queues/immediate-leases.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import { createBatchScheduler } from '../scheduling/batch-scheduler.ts';
import { createClockWatch } from './clock-watch.ts';
import { DrainState, type DrainStateDependencies } from './drain-state.ts';
import { createEndpointWaiters } from './endpoint-waiters.ts';
import { type BatchRunDependencies, createBatchRun } from './run-batch.ts';
import { createClaimedSender } from './send-claimed.ts';

/** Dependencies of {@link createDrainLoop}, in addition to those of its parts. */
export interface DrainLoopDependencies
  extends Omit<BatchRunDependencies, 'state' | 'leases' | 'sendClaimed' | 'onResumed'>,
    Omit<DrainStateDependencies, 'store'> {
  readonly send: SendAttempt;
  /** Runs work outside the caller's async context. */
  readonly detached: (work: () => void) => void;
  /** Called when the wall clock was set back, with the milliseconds. */
  readonly onClockSetBack: (setBackMs: number) => void;
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

/**
 * Creates the loop. Each batch is one transaction that records outcomes and claims due deliveries. Batches follow each other
 * while there is work. While a shared store runs a batch, newly ended attempts can form a second one; with a single writer, the
 * next batch writes while earlier ones wait for the disk. While no endpoint queue can send more immediately, outcomes are
 * collected for a moment, since a batch of thirty costs little more than one of two.
 */
export function createDrainLoop(dependencies: DrainLoopDependencies): DrainLoop {
  const { clock, queue, events, running, detached } = dependencies;
  const state = new DrainState(dependencies);
  const { scheduler, semaphore, tenantSemaphore, unrecorded } = state;
  const watch = createClockWatch(clock);
  const waiters = createEndpointWaiters((webhookId) => scheduler.isWaiting(webhookId));
  const idleWaiters: (() => void)[] = [];

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

  const leases = createImmediateLeases({
    ...dependencies,
    scheduler,
    tenantSemaphore,
    send: (leased, settings) =>
      detached(() => void running.run(leased.delivery.id, (signal) => sendClaimed(leased, settings, signal))),
    onReleased: () => proceed(),
    onRolledBack: dependencies.onFailedTransaction,
  });

  const runBatch = createBatchRun({
    ...dependencies,
    state,
    leases,
    sendClaimed,
    onResumed: () => batchScheduler.consider(),
  });

  const batchScheduler = createBatchScheduler({
    clock,
    hasWork: () => !state.paused && state.hasWork(),
    isUrgent: () => state.isUrgent(),
    hasRoom: () => state.hasRoom(),
    isIdle: () => state.batches === 0,
    detached,
    async run() {
      state.batches += 1;
      checkClock();
      const webhookIds = await runBatch();
      state.batches -= 1;
      if (state.stopping) handOver();
      waiters.check(webhookIds);
      proceed();
    },
  });

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

  const isIdle = (): boolean => !batchScheduler.isScheduled && state.isIdle();

  const whenIdle = async (): Promise<void> => {
    if (!isIdle()) await new Promise<void>((resolve) => idleWaiters.push(resolve));
  };

  /** Continues with the next batch, or resolves {@link DrainLoop.whenIdle} if there is nothing to do. */
  const proceed = (): void => {
    if (isIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
    batchScheduler.consider();
  };

  return {
    immediateLeases: {
      reserve(webhooks) {
        checkClock();
        return state.mayLease() ? leases.reserve(webhooks) : undefined;
      },
    },
    start() {
      state.started = true;
    },
    setTenant: scheduler.setTenant,
    async drainEndpoint(webhookId, signal) {
      if (state.stopping || !Number.isSafeInteger(webhookId)) return;
      if (!tenantSemaphore.isWaiting(webhookId)) scheduler.add(webhookId);
      batchScheduler.consider();
      await waiters.whenServed(webhookId, signal);
    },
    whenIdle,
    get waiting() {
      return semaphore.waiting;
    },
    async drain() {
      state.stopping = true;
      semaphore.stop();
      handOver();
      waiters.releaseAll();
      // The outcomes that a failed store has not recorded are tried once more, immediately.
      state.paused = false;
      batchScheduler.consider();
      await whenIdle();
    },
  };
}
