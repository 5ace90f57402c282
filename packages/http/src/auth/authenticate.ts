import { type Principal, ServiceError } from '@portcullis/core';
import type { RequestHeaders } from '../exchange/incoming.ts';

/** Returns the caller of a request, or undefined if the request has no valid credentials. */
export type Authenticate = (request: Request) => Promise<Principal | undefined>;

/**
 * Returns the authenticated principal.
 *
 * @throws ServiceError when there is none: `API_KEY_MISSING` without an Authorization header, else `API_KEY_INVALID`.
 */
export function requirePrincipal(principal: Principal | undefined, headers: RequestHeaders): Principal {
  if (principal !== undefined) return principal;
  if (headers.has('authorization')) {
    throw new ServiceError(
      'API_KEY_INVALID',
      'The API key is not known, has expired or was revoked: ask an administrator for a new one.',
    );
  }
  throw new ServiceError('API_KEY_MISSING', 'The request carries no API key: send it in the Authorization header.');
}
