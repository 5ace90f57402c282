import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HttpTransport } from '../../ports/http-transport.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Random } from '../../ports/random.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { SecretReader } from '../../security/seal/create-secret-reader.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import { completeRetryPolicy } from '../attempt/retry-schedule/complete-retry-policy.ts';
import { createRunningAttempts } from '../attempt/running-attempts.ts';
import { createAttemptSender } from '../attempt/send-attempt.ts';
import { signatureHeaderNames } from '../attempt/sign/header-names.ts';
import { createSigningKeys } from '../attempt/signing-keys.ts';
import { guardTraceContext } from '../attempt/trace-headers.ts';
import { createWaitReports } from '../attempt/wait-reports.ts';
import type { HeldTenants } from '../claim/held-tenants.ts';
import { DELIVER } from '../endpoint-queues/deliver-wakeup.ts';
import type { ImmediateLeases } from '../endpoint-queues/immediate-leases.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createEndpointTest, type EndpointTest } from '../manual/endpoint-test.ts';
import { createManualSender, type ManualSend } from '../manual/manual-sender.ts';
import { createAttemptTally } from '../outcomes/attempt-tally.ts';
import { createDeliveryCounter } from '../statistics/create-delivery-counter.ts';
import type { WebhookActivity } from '../views/webhook-views.ts';
import { createDrainLoop } from './drain-loop.ts';
import { createRecovery, type Recovery } from './recovery.ts';

/** Dependencies of {@link createDispatcher}. */
export interface DispatcherDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly transport: HttpTransport;
  readonly readSecrets: SecretReader;
  readonly settings: TenantSettings;
  readonly heldTenants: HeldTenants;
  readonly events: DeliveryEventSink;
  readonly logger: Logger;
  /** This process, in leases. */
  readonly nodeId: string;
  /** The node id of the previous process here, which is certainly dead: its leased deliveries are recovered immediately. */
  readonly predecessor?: string | undefined;
  /** The node id of the other dispatcher in this process, whose leases are not recovered while the process runs. */
  readonly companion?: string | undefined;
  /** False if it claims no due deliveries: it then sends only what publications lease for it. @default true */
  readonly claims?: boolean | undefined;
  readonly options?: WebhookOptions | undefined;
}

/** The dispatcher, which sends the deliveries in the store. */
export interface Dispatcher {
  /** Recovers the deliveries of dead processes, then sends deliveries whenever they are due. Without claims, it does neither. */
  start(): Promise<void>;
  /** Leases for new deliveries. */
  readonly immediateLeases: ImmediateLeases;
  /** Sends a delivery again, or a test, immediately and in any state of the webhook, and resolves with the new record. */
  sendManually(send: ManualSend): Promise<OwnedRow<'attempts'>>;
  /** Sends a test to an endpoint that is not stored; nothing is recorded. */
  testEndpoint(probe: EndpointTest): Promise<EndedAttempt>;
  /** Returns the attempts in flight on this node, and its counts so far. */
  activity(): Promise<WebhookActivity>;
  /**
   * Recovers the deliveries of dead processes, as the start does, for a store without regular scans: after an import, there may be some
   * whose attempts were in progress elsewhere. Never rejects.
   */
  recover(): Promise<void>;
  /** Stops claiming and waits for deliveries in flight. At the deadline, the remaining ones are aborted and requeued. */
  drain(deadlineMs: number): Promise<void>;
  /** Aborts and requeues deliveries in flight, and stops listening for wake-ups. */
  close(): Promise<void>;
}

/** A dispatcher in this thread. */
export interface LocalDispatcher extends Dispatcher {
  /** Resolves when no delivery is due or in flight on this node. */
  whenIdle(): Promise<void>;
}

/** Milliseconds after the deadline that an aborted attempt may take to end. */
const STUCK_MS = 2000;

/**
 * Creates the dispatcher of a node.
 *
 * @throws ServiceError `OPTIONS_INVALID` when a name of a signature header or the retry policy is not valid.
 */
export function createDispatcher(external: DispatcherDependencies): LocalDispatcher {
  const tally = createAttemptTally(external.events);
  // Work that runs here belongs neither to a caller's transaction nor to its request.
  const detached = AsyncLocalStorage.snapshot();
  const counter = createDeliveryCounter({ ...external, detached });
  const dependencies = { ...external, events: tally.events, counter };
  const { clock, queue, transport, readSecrets, claims = true, options = {} } = dependencies;
  const running = createRunningAttempts();
  const policy = completeRetryPolicy(options.retryPolicy);
  const send = createAttemptSender({
    transport,
    clock,
    keysOf: createSigningKeys(readSecrets, clock),
    traceContext: options.traceContext && guardTraceContext(options.traceContext, dependencies),
    headerNames: signatureHeaderNames(options.headerNames),
    responseLimit: options.responseLimit ?? DEFAULT_WEBHOOK_OPTIONS.responseLimit,
    reports: createWaitReports(dependencies),
  });
  const { concurrency = DEFAULT_WEBHOOK_OPTIONS.concurrency } = options;
  const loop = createDrainLoop({
    ...dependencies,
    send,
    running,
    policy,
    detached,
    claims,
    concurrency,
    perEndpoint: options.concurrencyPerEndpoint ?? DEFAULT_WEBHOOK_OPTIONS.concurrencyPerEndpoint,
    backlogLimit: options.backlog?.limit,
    onClockSetBack: (setBackMs) => {
      if (claims) detached(() => void recovery.correctTimes(setBackMs));
    },
    onFailedTransaction: () => detached(() => recovery.mayHaveLeased()),
  });
  const recovery: Recovery = createRecovery({
    ...dependencies,
    policy,
    isRunning: running.isRunning,
    periodMs: options.reconcileMs ?? DEFAULT_WEBHOOK_OPTIONS.reconcileMs,
    drainEndpoint: loop.drainEndpoint,
    setTenant: loop.setTenant,
  });
  const sendManually = createManualSender({ ...dependencies, send, running, policy });
  let stopHandling: (() => Promise<void>) | undefined;
  let isRecovering = false;

  const drain = async (deadlineMs: number): Promise<void> => {
    // This is the first step, so that other nodes handle the wake-ups from now on.
    const handled = stopHandling?.();
    const cancels: (() => void)[] = [clock.after(deadlineMs, () => running.abortAll())];
    if (deadlineMs <= 0) running.abortAll();
    // A transport that ignores its signal is not waited for: the leases expire and other nodes take over.
    const stuck = new Promise<void>((resolve) => {
      cancels.push(clock.after(deadlineMs + STUCK_MS, resolve));
    });
    const ended = Promise.all([handled, loop.drain(), running.whenNone()]).then(() => counter.flush());
    await Promise.race([ended, stuck]);
    for (const cancel of cancels) cancel();
  };

  return {
    async start() {
      // A node that delivers nothing must not take wake-ups from a queue that gives each to one node.
      if (concurrency === 0) return;
      if (claims) {
        stopHandling = queue.handle(DELIVER, (key, signal) => loop.drainEndpoint(Number(key), signal));
        await recovery.start();
        isRecovering = true;
      }
      loop.start();
    },
    async recover() {
      if (isRecovering) await recovery.scan();
    },
    immediateLeases: loop.immediateLeases,
    sendManually,
    testEndpoint: createEndpointTest({ ...dependencies, send, running }),
    activity: async () => ({ inFlight: running.count - loop.waiting, attempts: tally.attempts() }),
    whenIdle: () => loop.whenIdle(),
    drain,
    async close() {
      await drain(0);
      await recovery.stop();
      await stopHandling?.();
    },
  };
}
