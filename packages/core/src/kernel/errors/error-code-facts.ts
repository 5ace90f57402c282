/** The facts of an error code. */
export interface ErrorCodeFacts {
  /** The HTTP status of the response. */
  readonly statusCode: number;
  /** The phrase of `error` in responses: the interface's own where it has one. */
  readonly error: string;
  /** The status and the phrase of responses with `Retry-After`, where they differ. */
  readonly withRetryAfter?: { readonly statusCode: number; readonly error: string };
  /** When it happens, for the error index of the docs. */
  readonly when: string;
  /** The remedy for the caller. */
  readonly help: string;
}
