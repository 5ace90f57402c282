import { PortcullisError } from '@portcullis/plugin-api';
import type { ErrorCodeFacts } from './error-code-facts.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { ErrorDetails } from './error-details.ts';

/** A problem of an input. */
export interface InputIssue {
  /** Dot path into the body, or the name of a parameter. */
  readonly path: string;
  readonly message: string;
}

/** Optional parts of a {@link ServiceError}. */
export interface ServiceErrorExtras {
  /** Facts of this occurrence, or the issues of an input. Never secrets. */
  readonly details?: ErrorDetails | readonly InputIssue[];
  /** The results of a validation run, for 422. */
  readonly validationResults?: unknown;
  /** Seconds after which the request can be repeated. */
  readonly retryAfterSeconds?: number;
  /** Further members of the response body that the interface requires. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The error of an operation that failed for a reason that the caller can understand. Its code is one of {@link ERROR_CODES}; the
 * HTTP layer converts it to `{ statusCode, error, message, code, details }`.
 */
export class ServiceError extends PortcullisError {
  declare readonly code: ErrorCode;
  readonly statusCode: number;
  readonly error: string;
  readonly extras: ServiceErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ServiceErrorExtras = {}) {
    const { help, ...facts }: ErrorCodeFacts = ERROR_CODES[code];
    const { statusCode, error } = (extras.retryAfterSeconds !== undefined && facts.withRetryAfter) || facts;
    super({ code, message, help, details: factsOf(extras), cause: extras.cause });
    this.statusCode = statusCode;
    this.error = error;
    this.extras = extras;
  }

  /** Returns whether `value` is a service error, of this copy of the library or of another one. */
  static override isInstance(value: unknown): value is ServiceError {
    return PortcullisError.isInstance(value) && Object.hasOwn(ERROR_CODES, value.code) && 'extras' in value;
  }
}

/** Returns the facts of an occurrence. The issues of an input are only in the extras. */
function factsOf({ details }: ServiceErrorExtras): Readonly<Record<string, unknown>> | undefined {
  return details === undefined || isIssues(details) ? undefined : { ...details };
}

function isIssues(details: ErrorDetails | readonly InputIssue[]): details is readonly InputIssue[] {
  return Array.isArray(details);
}
