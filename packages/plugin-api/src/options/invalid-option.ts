import { PortcullisError } from '../errors/portcullis-error.ts';

/**
 * Returns the error `OPTIONS_INVALID` for an option of a plugin.
 *
 * @example
 * ```ts
 * throw invalidOption('acme() got the protocol "ftp".', 'Use one of: http, https.');
 * ```
 * @param message - one sentence with the factory and the option, without the value of one that may contain a password.
 * @param help - the next step for the host.
 */
export function invalidOption(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
