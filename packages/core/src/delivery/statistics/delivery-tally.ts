import type { Json } from '../../ports/store/columns.ts';
import type { Row } from '../../ports/store/tables.ts';
import { LATENCY_BOUNDS_MS, latencyCounterOf } from './latency-histogram.ts';
import { OUTCOME_CLASSES, type OutcomeClass, outcomeClassOf } from './outcome-class.ts';

/** Counts of the attempts of one webhook, or of several. */
export interface DeliveryTally {
  readonly attempts: Record<OutcomeClass, number>;
  /** Deliveries that are not retried any more. */
  exhausted: number;
  /** Attempts with a response, by the counter of their latency. */
  readonly latency: number[];
}

/** Returns a tally of nothing. */
export function createTally(): DeliveryTally {
  return {
    attempts: {
      succeeded: 0,
      redirected: 0,
      refused: 0,
      receiverError: 0,
      noPublicAddress: 0,
      noConnection: 0,
      noResponse: 0,
      interrupted: 0,
    },
    exhausted: 0,
    latency: Array(LATENCY_BOUNDS_MS.length + 1).fill(0),
  };
}

/** Counts an attempt with a record. @param isExhausted - true if its delivery is not retried any more. */
export function countAttempt(tally: DeliveryTally, attempt: Row<'attempts'>, isExhausted: boolean): void {
  tally.attempts[outcomeClassOf(attempt)] += 1;
  if (isExhausted) tally.exhausted += 1;
  const latencyMs: unknown = attempt.errorPhase === null ? attempt.details?.totalMs : undefined;
  if (typeof latencyMs !== 'number') return;
  const index = latencyCounterOf(latencyMs);
  tally.latency[index] = (tally.latency[index] ?? 0) + 1;
}

/** Adds a tally to another one. */
export function addTally(tally: DeliveryTally, added: DeliveryTally): void {
  for (const outcome of OUTCOME_CLASSES) tally.attempts[outcome] += added.attempts[outcome];
  tally.exhausted += added.exhausted;
  for (const [index, count] of added.latency.entries()) tally.latency[index] = (tally.latency[index] ?? 0) + count;
}

/** Returns a tally as it is stored: without zeros. */
export function encodeTally({ attempts, exhausted, latency }: DeliveryTally): Json {
  return {
    attempts: Object.fromEntries(Object.entries(attempts).filter(([, count]) => count > 0)),
    ...(exhausted > 0 && { exhausted }),
    latency: Object.fromEntries(Object.entries(latency).filter(([, count]) => count > 0)),
  };
}

/** Adds a stored tally to another one. Outcomes and counters of a later version are ignored. */
export function addStored(tally: DeliveryTally, stored: unknown): void {
  const { attempts = {}, exhausted = 0, latency = {} } = stored as StoredTally;
  for (const outcome of OUTCOME_CLASSES) tally.attempts[outcome] += attempts[outcome] ?? 0;
  tally.exhausted += exhausted;
  for (const index of tally.latency.keys()) tally.latency[index] = (tally.latency[index] ?? 0) + (latency[index] ?? 0);
}

/** The shape that {@link encodeTally} stores. */
interface StoredTally {
  readonly attempts?: Partial<Record<OutcomeClass, number>>;
  readonly exhausted?: number;
  readonly latency?: Readonly<Record<string, number>>;
}
