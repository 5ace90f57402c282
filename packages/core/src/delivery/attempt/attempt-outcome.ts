import type { TransportOutcome, TransportPhase } from '../../ports/http-transport.ts';

type TransportFailure = Extract<TransportOutcome, { readonly kind: 'failure' }>;

/**
 * The end of an attempt: the transport's report, `interrupted` when the process died before the end was known, or `queue`
 * when the attempt was never made.
 */
export type AttemptOutcome =
  | Extract<TransportOutcome, { readonly kind: 'response' }>
  | (Omit<TransportFailure, 'phase'> & { readonly phase: TransportPhase | 'interrupted' | 'queue' });

/** An attempt that has ended. */
export interface EndedAttempt {
  /** Where it went. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: AttemptOutcome;
}

/** Returns the outcome of an attempt whose end is not known. */
export function interrupted(): AttemptOutcome {
  return { kind: 'failure', code: 'INTERRUPTED', phase: 'interrupted', connect: false, timing: { totalMs: 0 } };
}

/** The outcome of an attempt that was given up before anything was sent. It leaves no record. */
export function notMade(): AttemptOutcome {
  return { kind: 'failure', code: 'ABORTED', phase: 'queue', connect: false, timing: { totalMs: 0 } };
}

/** The status of records without an answer. Source: interface, "Delivery rules". */
const NO_ANSWER = 500;

/** The status that an attempt is recorded and shown with. */
export function statusCodeOf(outcome: AttemptOutcome): number {
  return outcome.kind === 'response' ? outcome.statusCode : NO_ANSWER;
}

/** Returns whether a status means that the receiver accepted the delivery. */
export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}
