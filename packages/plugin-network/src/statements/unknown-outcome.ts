import { classifyFailure, PlatformError } from '@portcullis/plugin-api';
import type { Classify } from '../retry/with-retry.ts';

/**
 * Returns the error for a statement that the platform has accepted, but whose outcome could not be read. Its class is
 * `network`, so the statement is not sent again: the core looks at the platform to find out what has happened.
 *
 * @param cause - the error of the request for the outcome.
 * @param classify - the plugin's `classifyError`.
 */
export function unknownOutcome(cause: unknown, classify: Classify): PlatformError {
  const { message, code } = classifyFailure(cause, classify);
  return new PlatformError({
    failureClass: 'network',
    message: `The outcome of the statement is unknown. ${message}`,
    vendorCode: code,
    cause,
  });
}
