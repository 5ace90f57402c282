import type { DispatcherThread } from '../../options/webhook-options.ts';
import { createDispatcher, type Dispatcher, type DispatcherDependencies } from '../dispatcher/create-dispatcher.ts';
import { createAttemptTally } from '../outcomes/attempt-tally.ts';
import { superviseThread, type ThreadSupervisorDependencies } from './supervise-thread.ts';

/** Dependencies of {@link createThreadedDispatcher}. */
export interface ThreadedDispatcherDependencies
  extends DispatcherDependencies,
    Omit<ThreadSupervisorDependencies, 'events' | 'thread'> {}

/**
 * Creates a dispatcher that claims, sends and records in a thread, so that the host's requests are not affected. Sends that a
 * caller waits for (a test, a manual retry) run in this thread, as if from another node.
 */
export function createThreadedDispatcher(
  dependencies: ThreadedDispatcherDependencies,
  thread: DispatcherThread,
): Dispatcher {
  const tally = createAttemptTally(dependencies.events);
  const here = createDispatcher(dependencies);
  const supervisor = superviseThread({ ...dependencies, events: tally.events, thread });

  return {
    start: () => supervisor.start(),
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
    async drain(deadlineMs) {
      await Promise.all([supervisor.drain(deadlineMs), here.drain(deadlineMs)]);
    },
    async close() {
      await supervisor.drain(0);
      await here.close();
    },
  };
}
