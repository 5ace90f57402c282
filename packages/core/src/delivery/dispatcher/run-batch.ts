import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { isDelivered } from '../attempt/attempt-outcome.ts';
import type { RunningAttempts } from '../attempt/running-attempts.ts';
import type { ClaimResult } from '../claim/claim.ts';
import type { NodeLeases } from '../claim/create-immediate-leases.ts';
import { tenantPermitsOf } from '../claim/tenant-permits-of.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { RecordedOutcomes } from '../outcomes/record-outcomes.ts';
import type { ReportDependencies } from '../outcomes/report-attempt.ts';
import { reportOutcomes } from '../outcomes/report-outcomes.ts';
import type { EndpointRequest } from '../scheduling/round-robin-scheduler.ts';
import { applyClaim } from './apply-claim.ts';
import type { DrainState } from './drain-state.ts';
import { createRecordAndClaim, type RecordAndClaimDependencies } from './record-and-claim.ts';
import { createOutageReport } from './report-outage.ts';
import type { SendClaimed } from './send-claimed.ts';
import type { UnrecordedOutcome } from './unrecorded-outcomes.ts';

/** Dependencies of {@link createBatchRun}. */
export interface BatchRunDependencies extends RecordAndClaimDependencies, ReportDependencies {
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly state: DrainState;
  readonly leases: Pick<NodeLeases, 'recorded'>;
  readonly running: RunningAttempts;
  readonly sendClaimed: SendClaimed;
  /** Called when a transaction that may have leased deliveries has failed: its commit may have succeeded. */
  readonly onFailedTransaction: () => void;
  /** Called when the loop continues after a failure of the store. */
  readonly onResumed: () => void;
}

/** Runs a batch, and resolves with the endpoint queues that took part in it. Never rejects. */
export type BatchRun = () => Promise<readonly number[]>;

/** Maximum number of outcomes recorded in one transaction. */
const BATCH = 256;
/** Milliseconds before the next try after the store has failed. */
const STORE_PAUSE_MS = 1000;

/** Creates the function that runs batches: each records outcomes, claims due deliveries, and starts to send them. */
export function createBatchRun(dependencies: BatchRunDependencies): BatchRun {
  const { clock, queue, events, state, leases, running, sendClaimed } = dependencies;
  const { scheduler, semaphore, tenantSemaphore, unrecorded } = state;
  const recordAndClaim = createRecordAndClaim(dependencies);
  const outage = createOutageReport(dependencies);
  const affected = {
    scheduler,
    semaphore,
    tenantSemaphore,
    wakeAt: (webhookId: number, at: number) => void wakeEndpoint({ queue, events }, webhookId, at),
  };

  const reportRecorded = (batch: readonly UnrecordedOutcome[], outcomes: RecordedOutcomes): void => {
    for (const { claimed, attempt, recorded } of batch) {
      if (!isDelivered(attempt)) leases.recorded(claimed.webhook.id);
      recorded();
    }
    reportOutcomes(outcomes, dependencies, (webhookId) => {
      // Requeued deliveries are for the next free node, so a node that stops needs no claim for them.
      if (state.mayClaim()) scheduler.add(webhookId);
    });
  };

  const sendClaims = (claims: readonly ClaimResult[]): void => {
    const now = clock.now();
    for (const claim of claims) {
      applyClaim(claim, affected, now, state.batches === 1);
      for (const claimed of claim.claimed) {
        void running.run(claimed.delivery.id, (signal) => sendClaimed(claimed, claim.settings, signal));
      }
    }
  };

  /** Restores the state before a failed batch, and pauses the loop. */
  const restore = (batch: readonly UnrecordedOutcome[], requests: readonly EndpointRequest[], error: unknown): void => {
    unrecorded.putBack(batch);
    // A node that stops does not wait for an unavailable store: its leases expire and other nodes take over.
    if (state.stopping) unrecorded.abandon();
    for (const { webhookId } of requests) scheduler.claimed(webhookId, 0, 'now');
    outage.failed(error);
    if (requests.length > 0) dependencies.onFailedTransaction();
    state.paused = true;
    clock.after(STORE_PAUSE_MS, () => {
      state.paused = false;
      dependencies.onResumed();
    });
  };

  return async () => {
    const batch = unrecorded.take(BATCH);
    const requests = state.mayClaim() ? scheduler.take() : [];
    const reservation = tenantSemaphore.beginBatch();
    try {
      const { recorded, claims } = await recordAndClaim(batch, requests, reservation);
      outage.succeeded();
      reportRecorded(batch, recorded);
      sendClaims(claims);
      reservation.releaseUnused(tenantPermitsOf(claims));
      for (const { webhookId } of requests) tenantSemaphore.passOn(webhookId);
    } catch (error) {
      reservation.releaseUnused();
      restore(batch, requests, error);
    }
    return [...batch.map(({ claimed }) => claimed.webhook.id), ...requests.map(({ webhookId }) => webhookId)];
  };
}
