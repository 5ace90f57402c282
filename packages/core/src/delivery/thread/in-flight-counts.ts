import type { Clock } from '../../ports/clock.ts';

/** The questions to a thread for the number of its deliveries in flight. */
export interface InFlightCounts {
  /**
   * Asks the thread; resolves with the last known number if it does not respond within a second.
   *
   * @param ask - sends the question, whose response has the number `call`.
   */
  request(ask: (call: number) => void): Promise<number>;
  /** Resolves a question with the response of the thread. */
  respond(call: number, inFlight: number): void;
  /** Resolves all questions with 0, because the thread has ended. */
  end(): void;
}

/** Milliseconds after which the last number is returned for a thread that does not respond. */
const MAX_WAIT_MS = 1000;

/** Creates a set without questions. */
export function createInFlightCounts(clock: Pick<Clock, 'after'>): InFlightCounts {
  const waiting = new Map<number, (inFlight: number) => void>();
  let calls = 0;
  let last = 0;
  return {
    request(ask) {
      calls += 1;
      const call = calls;
      return new Promise((resolve) => {
        const respond = (inFlight: number): void => {
          cancel();
          waiting.delete(call);
          last = inFlight;
          resolve(inFlight);
        };
        // A thread that is blocked must not block the statistics of the instance, and its calls must not accumulate.
        const cancel = clock.after(MAX_WAIT_MS, () => respond(last));
        waiting.set(call, respond);
        ask(call);
      });
    },
    respond: (call, inFlight) => waiting.get(call)?.(inFlight),
    end() {
      for (const respond of [...waiting.values()]) respond(0);
    },
  };
}
