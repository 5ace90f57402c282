import { checkPrincipal, type Principal, ServiceError } from '@portcullis/core';

/** Recognises who sends a request; undefined when it cannot. */
export type Authenticate = (request: Request) => Promise<Principal | undefined>;

/**
 * The principal that was recognised.
 *
 * @throws ServiceError when there is none: `KEY_MISSING` without an Authorization header, else `KEY_UNKNOWN`.
 * @throws TypeError when an authenticator of the host returned a malformed one.
 */
export function requirePrincipal(principal: Principal | undefined, headers: Headers): Principal {
  if (principal !== undefined && principal !== null) return checkPrincipal(principal);
  if (headers.has('authorization')) {
    throw new ServiceError(
      'KEY_UNKNOWN',
      'The API key is not known, has expired or was revoked: ask an administrator for a new one.',
    );
  }
  throw new ServiceError('KEY_MISSING', 'The request carries no API key: send it in the Authorization header.');
}
