import type { FailureClass } from '../failures/failure-class.ts';
import { PortcullisError } from './portcullis-error.ts';

/** The input for a {@link PlatformError}. */
export interface PlatformErrorInit {
  /** The class of the failure, as in `classifyError`. */
  readonly failureClass: FailureClass;
  /** One sentence for users, without secrets and without statement text. */
  readonly message: string;
  /** The vendor's own code, such as an SQLSTATE, if there is one. */
  readonly vendorCode?: string | undefined;
  readonly cause?: unknown;
  readonly help?: string | undefined;
}

/**
 * A failure on the customer's platform that the plugin itself recognised, for example "the driver is not installed" or
 * "the response has an unexpected shape". Throw it from `connect`, `observe` or a test if a driver error would be less
 * specific. `classifyFailure` reads its class without the plugin's table. Code: `PLATFORM_FAILURE`.
 */
export class PlatformError extends PortcullisError {
  readonly failureClass: FailureClass;
  readonly vendorCode: string | undefined;

  constructor(init: PlatformErrorInit) {
    super({
      code: 'PLATFORM_FAILURE',
      message: init.message,
      details: { failureClass: init.failureClass, ...(init.vendorCode ? { vendorCode: init.vendorCode } : {}) },
      cause: init.cause,
      help: init.help,
    });
    this.failureClass = init.failureClass;
    this.vendorCode = init.vendorCode;
  }

  /** Returns whether `value` is a platform error, from this or another copy of the library. */
  static override isInstance(value: unknown): value is PlatformError {
    return PortcullisError.isInstance(value) && value.code === 'PLATFORM_FAILURE' && 'failureClass' in value;
  }
}
