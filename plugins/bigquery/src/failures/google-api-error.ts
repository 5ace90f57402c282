/** The facts of a failure in an answer of a Google API. */
export interface GoogleFailure {
  /** HTTP status. */
  readonly status: number;
  /** The reasons it gives, the most exact first. */
  readonly reasons: readonly string[];
  /** Its message for users. */
  readonly message: string;
}

/** A Google API answered with a failure. */
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
