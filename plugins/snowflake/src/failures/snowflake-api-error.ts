/** The facts of a failure in a response of the REST interface. */
export interface ApiFailure {
  readonly status: number;
  /** The vendor's code, `002003`; undefined if the response has none. */
  readonly code: string | undefined;
  readonly sqlState: string | undefined;
  readonly message: string;
}

/** The error for a failure response of the REST interface of Snowflake, or of a token endpoint. */
export class SnowflakeApiError extends Error {
  override readonly name = 'SnowflakeApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly sqlState: string | undefined;

  constructor({ status, code, sqlState, message }: ApiFailure) {
    super(message);
    this.status = status;
    this.code = code;
    this.sqlState = sqlState;
  }
}
