/** A refusal by the platform, as its answer describes it. */
export class PlatformApiError extends Error {
  override readonly name = 'PlatformApiError';
  /** The status of HTTP. */
  readonly status: number;
  /** The platform's own code, where the answer has one. */
  readonly code: string | undefined;

  constructor({ status, code, message }: { status: number; code: string | undefined; message: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
