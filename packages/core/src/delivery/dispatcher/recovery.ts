import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { createIntervalTask } from '../../kernel/lifetime/interval-task.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import { correctDueTimes } from './correct-due-times.ts';
import { type RecoverInterruptedDependencies, recoverInterrupted } from './recover-interrupted.ts';
import { type ReleaseUnsentDependencies, releaseUnsent } from './release-unsent.ts';

/** Dependencies of {@link createRecovery}. */
export interface RecoveryDependencies extends RecoverInterruptedDependencies, ReleaseUnsentDependencies {
  readonly queue: JobQueue;
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
  /** Scans now. Never rejects. */
  scan(): Promise<void>;
  /**
   * Reports that a transaction of this node has failed, and that it may have leased deliveries nevertheless. They are released some
   * seconds later, once the store is available.
   */
  mayHaveLeased(): void;
  /** Corrects the times that were written before the clock was set back. Never rejects. */
  correctTimes(setBackMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the wake-ups for the next scan. */
const RECOVER = 'recover-deliveries';

/** Milliseconds after which the leases of failed transactions are released, long before they end. */
const RELEASE_MS = 6000;

/** Creates the recovery of a node. Several nodes may run it: the lease generation decides which of them records a delivery. */
export function createRecovery(dependencies: RecoveryDependencies): Recovery {
  const { store, clock, queue, events, periodMs, drainEndpoint, setTenant } = dependencies;
  let stopListening: (() => void) | undefined;
  let cancelRelease: (() => void) | undefined;

  const recover = async (signal: AbortSignal): Promise<void> => {
    for (let after: number | undefined = 0; after !== undefined; )
      after = await recoverInterrupted(dependencies, after);
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

  /** On a store for one process, a failed transaction has changed nothing. */
  const releaseLater = (): void => {
    if (store.shared) cancelRelease ??= clock.after(RELEASE_MS, () => void release());
  };

  const release = async (): Promise<void> => {
    cancelRelease = undefined;
    try {
      for (const webhookId of await releaseUnsent(dependencies)) void wakeEndpoint({ queue, events }, webhookId);
    } catch {
      // The dispatcher reports that the store is unavailable.
      releaseLater();
    }
  };

  const failed = (error: unknown): void => {
    const line = 'Looking for interrupted deliveries failed.';
    reportBackgroundError(dependencies, { task: 'recover', line }, error);
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
    scan: () => recover(new AbortController().signal).catch(failed),
    mayHaveLeased: releaseLater,
    correctTimes: (setBackMs) => correct(setBackMs).catch(failed),
    async stop() {
      cancelRelease?.();
      stopListening?.();
      await recurring.stop();
    },
  };
}
