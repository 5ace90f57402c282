import type { TransportOutcome, TransportPhase } from '../../ports/http-transport.ts';

type TransportFailure = Extract<TransportOutcome, { readonly kind: 'failure' }>;

/**
 * The outcome of an attempt: the report of the transport, `interrupted` if the process died before the outcome was known, or
 * `queue` if the attempt was never made.
 */
export type AttemptOutcome = Extract<TransportOutcome, { readonly kind: 'response' }> | FailureOutcome;

/** The outcome of an attempt without a response. */
export type FailureOutcome = Omit<TransportFailure, 'phase'> & {
  readonly phase: TransportPhase | 'interrupted' | 'queue';
};

/** An attempt that has ended. */
export interface EndedAttempt {
  /** The URL it was sent to. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: AttemptOutcome;
}

/** Returns the outcome of an attempt whose end is unknown. */
export function interruptedOutcome(): AttemptOutcome {
  return { kind: 'failure', code: 'INTERRUPTED', phase: 'interrupted', connect: false, timing: { totalMs: 0 } };
}

/** Returns the outcome of an attempt that was aborted before anything was sent. It has no record. */
export function abortedOutcome(): AttemptOutcome {
  return unsentOutcome('ABORTED');
}

function unsentOutcome(code: string): AttemptOutcome {
  return { kind: 'failure', code, phase: 'queue', connect: false, timing: { totalMs: 0 } };
}

/** Returns the outcome of an attempt that was not made because the key of its secret is not available. It has no record. */
export function missingKeyOutcome(): AttemptOutcome {
  return unsentOutcome(KEY_MISSING);
}

/** Codes of attempts that could not be signed, which is no fault of the receiver. */
const KEY_MISSING = 'SECRET_KEY_UNKNOWN';
const UNSIGNED: ReadonlySet<string> = new Set([KEY_MISSING, 'SECRET_CORRUPTED']);

/** Returns whether an attempt was not made because the key of its secret is not available. */
export function isMissingKey(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'failure' && outcome.phase === 'queue' && outcome.code === KEY_MISSING;
}

/** Returns whether an attempt failed because this machine had no file descriptor or no memory for its connection. */
export function failedLocally(outcome: AttemptOutcome): outcome is FailureOutcome {
  return outcome.kind === 'failure' && outcome.phase === 'local';
}

/** Returns whether an attempt failed because its secret could not be opened. */
export function isUnsigned(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'failure' && UNSIGNED.has(outcome.code);
}

/** The status of records without a response. Source: docs/operations/receiver-fault-matrix.md. */
const NO_RESPONSE = 500;

/** Returns the status with which an attempt is recorded and shown. */
export function statusCodeOf(outcome: AttemptOutcome): number {
  return outcome.kind === 'response' ? outcome.statusCode : NO_RESPONSE;
}

/** The status of an attempt. Without a response it is 500, and `errorCode` has the reason. */
export interface AttemptResult {
  readonly statusCode: number;
  readonly errorCode?: string;
}

/** Returns the status and the error code of an attempt. */
export function resultOf(outcome: AttemptOutcome): AttemptResult {
  return { statusCode: statusCodeOf(outcome), ...(outcome.kind === 'failure' && { errorCode: outcome.code }) };
}

/** Returns whether a status means that the receiver accepted the delivery. */
export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Returns whether the receiver accepted the delivery of an attempt. */
export function isDelivered({ outcome }: EndedAttempt): boolean {
  return outcome.kind === 'response' && isSuccess(outcome.statusCode);
}
