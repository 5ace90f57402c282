/** The facts of a failure in a response. */
export interface ApiFailure {
  /** The HTTP status; 200 for a statement that failed after it was accepted. */
  readonly status: number;
  /** `error_code` of the response, such as `PERMISSION_DENIED`. */
  readonly errorCode: string | undefined;
  /** The SQLSTATE of a statement. */
  readonly sqlState: string | undefined;
  readonly message: string;
}

/** The error for a failure response of a workspace or of a token endpoint, and for a failed statement. */
export class DatabricksApiError extends Error {
  override readonly name = 'DatabricksApiError';
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly sqlState: string | undefined;
  /** The error condition of a statement, such as `CATALOG_ALREADY_EXISTS`: the word in brackets that its message begins with. */
  readonly condition: string | undefined;

  constructor({ status, errorCode, sqlState, message }: ApiFailure) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.condition = /\[([A-Z][A-Z0-9_]+)(?:\.[A-Z0-9_]+)?\]/.exec(message)?.[1];
    this.sqlState = sqlState ?? /SQLSTATE: ([0-9A-Z]{5})/.exec(message)?.[1];
  }
}
