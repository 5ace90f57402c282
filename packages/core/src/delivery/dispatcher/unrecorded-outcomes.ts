import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import type { ClaimedDelivery } from '../claim/claimed-delivery.ts';
import type { EndedDelivery } from '../outcomes/ended-delivery.ts';

/** An ended delivery, and the callback for when it is recorded. */
export interface UnrecordedOutcome extends EndedDelivery {
  readonly recorded: () => void;
}

/** The outcomes that wait for the transaction that records them, in the order of their ends. */
export interface UnrecordedOutcomes {
  readonly count: number;
  /** Adds an outcome; resolves when it is recorded or abandoned. */
  add(claimed: ClaimedDelivery, attempt: EndedAttempt): Promise<void>;
  /** Removes and returns the first outcomes, at most `max`. */
  take(max: number): readonly UnrecordedOutcome[];
  /** Puts outcomes back, before all others, because their transaction has failed. */
  putBack(outcomes: readonly UnrecordedOutcome[]): void;
  /** Removes all outcomes, so that nothing waits for them. Their leases expire. */
  abandon(): void;
}

/** Creates an empty list of outcomes. */
export function createUnrecordedOutcomes(): UnrecordedOutcomes {
  let waiting: UnrecordedOutcome[] = [];
  return {
    get count() {
      return waiting.length;
    },
    add: (claimed, attempt) =>
      new Promise<void>((recorded) => {
        waiting.push({ claimed, attempt, recorded });
      }),
    take: (max) => waiting.splice(0, max),
    putBack(outcomes) {
      waiting = [...outcomes, ...waiting];
    },
    abandon() {
      for (const { recorded } of waiting.splice(0)) recorded();
    },
  };
}
