import { DEFAULT_THREAD_OPTIONS, DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { DeliveryThread } from '../../options/webhook-options.ts';
import type { HeldTenants } from '../claim/held-tenants.ts';
import { createDispatcher, type Dispatcher, type DispatcherDependencies } from '../dispatcher/create-dispatcher.ts';
import { createAttemptTally } from '../outcomes/attempt-tally.ts';
import { limitHostLeases } from './host-leases.ts';
import { superviseThread, type ThreadSupervisorDependencies } from './supervise-thread.ts';

/** Dependencies of {@link createThreadedDispatcher}. */
export interface ThreadedDispatcherDependencies
  extends DispatcherDependencies,
    Omit<ThreadSupervisorDependencies, 'events' | 'thread'> {}

/**
 * Creates a dispatcher that claims, sends and records in a thread, so that the host's requests are not affected. This thread sends
 * as if it were another node: what a caller waits for (a test, a manual retry), and the deliveries of small publications, which
 * would otherwise wait for batches of the delivery thread.
 */
export function createThreadedDispatcher(
  dependencies: ThreadedDispatcherDependencies,
  thread: DeliveryThread,
): Dispatcher {
  const tally = createAttemptTally(dependencies.events);
  const { hostConcurrency = DEFAULT_THREAD_OPTIONS.hostConcurrency } = thread;
  const { options, heldTenants } = dependencies;
  const concurrency = Math.min(hostConcurrency, options?.concurrency ?? DEFAULT_WEBHOOK_OPTIONS.concurrency);
  const here = createDispatcher({
    ...dependencies,
    claims: false,
    heldTenants: holdLimited(heldTenants),
    options: { ...options, concurrency, concurrencyPerEndpoint: 1 },
  });
  const supervisor = superviseThread({ ...dependencies, events: tally.events, thread });

  return {
    async start() {
      await supervisor.start();
      await here.start();
    },
    immediateLeases: limitHostLeases(here.immediateLeases, { ...dependencies, concurrency }),
    sendManually: here.sendManually,
    testEndpoint: here.testEndpoint,
    async activity() {
      const [own, inFlight] = await Promise.all([here.activity(), supervisor.inFlight()]);
      const threads = tally.attempts();
      return {
        inFlight: own.inFlight + inFlight,
        attempts: {
          succeeded: own.attempts.succeeded + threads.succeeded,
          failed: own.attempts.failed + threads.failed,
        },
      };
    },
    recover: async () => supervisor.recover(),
    async drain(deadlineMs) {
      await Promise.all([supervisor.drain(deadlineMs), here.drain(deadlineMs)]);
    },
    async close() {
      await supervisor.drain(0);
      await here.close();
    },
  };
}

/** Holds the tenants with a limit, because only the delivery thread counts their concurrent deliveries. */
function holdLimited(heldTenants: HeldTenants): HeldTenants {
  return {
    async among(tenants, transaction) {
      const rules = await heldTenants.among(tenants, transaction);
      return new Map([...rules.keys()].map((tenant) => [tenant, 'held']));
    },
  };
}
