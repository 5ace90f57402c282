import type { ErrorCode } from './error-code.ts';
import type { ValidationResults } from './generated/types.gen.ts';

/** The facts of a failed call. */
export interface PortcullisErrorFacts {
  readonly code: ErrorCode;
  readonly message: string;
  /** The method and the path: `POST /integrations`. */
  readonly call: string;
  readonly status?: number;
  readonly details?: unknown;
  readonly validationResults?: ValidationResults;
  readonly requestId?: string;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The error of a failed call. Match on `code`. */
export class PortcullisError extends Error {
  override readonly name = 'PortcullisError';
  readonly code: ErrorCode;
  /** The method and the path: `POST /integrations`. */
  readonly call: string;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** Issues as `[{ path, message }]`, the refusals of `NO_WEBHOOK_CREATED`, or facts of this occurrence. */
  readonly details: unknown;
  /** The tests of a `VALIDATION_FAILED`, each with its remedy. */
  readonly validationResults: ValidationResults | undefined;
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before another call, from the header Retry-After. */
  readonly retryAfterMs: number | undefined;

  constructor(facts: PortcullisErrorFacts) {
    super(facts.message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.code = facts.code;
    this.call = facts.call;
    this.status = facts.status;
    this.details = facts.details;
    this.validationResults = facts.validationResults;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** Returns whether a call failed, with one of the given codes if there are any. */
export function isPortcullisError(error: unknown, ...codes: readonly ErrorCode[]): error is PortcullisError {
  return error instanceof PortcullisError && (codes.length === 0 || codes.includes(error.code));
}
