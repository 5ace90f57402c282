/** The facts of a failure in a response of a Google API. */
export interface GoogleFailure {
  /** HTTP status. */
  readonly status: number;
  /** The reasons, the most specific first. */
  readonly reasons: readonly string[];
  /** Its message for users. */
  readonly message: string;
}

/** A failure response of a Google API. */
export class GoogleApiError extends Error {
  readonly status: number;
  readonly reasons: readonly string[];

  constructor({ status, reasons, message }: GoogleFailure) {
    super(message);
    this.name = 'GoogleApiError';
    this.status = status;
    this.reasons = reasons;
  }
}
