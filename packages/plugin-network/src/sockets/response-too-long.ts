import { PlatformError } from '@portcullis/plugin-api';

/** Maximum number of bytes of a response, unless an option states another one: 32 MiB. */
export const DEFAULT_RESPONSE_LIMIT = 32 * 1024 * 1024;

/** Returns the error for a response to a statement that is longer than a limit in bytes. */
export function responseTooLong(limit: number): PlatformError {
  return new PlatformError({
    failureClass: 'network',
    message: `The server sent more than ${Math.floor(limit / 1024 / 1024)} MiB in response to one statement.`,
    help: 'Check host and port: another server may listen there.',
  });
}
