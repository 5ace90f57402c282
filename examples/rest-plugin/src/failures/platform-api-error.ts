/** The error for a refusal by the platform. */
export class PlatformApiError extends Error {
  override readonly name = 'PlatformApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The platform's own code, if the response has one. */
  readonly code: string | undefined;

  constructor({ status, code, message }: { status: number; code: string | undefined; message: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
