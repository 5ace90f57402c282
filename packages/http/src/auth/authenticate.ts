import { type Principal, ServiceError } from '@portcullis/core';

/** Recognises who sends a request; undefined when it cannot. */
export type Authenticate = (request: Request) => Promise<Principal | undefined>;

/**
 * The principal that was recognised.
 *
 * @throws ServiceError when there is none: `KEY_MISSING` without an Authorization header, else `KEY_UNKNOWN`.
 */
export function requirePrincipal(principal: Principal | undefined, headers: Headers): Principal {
  if (principal !== undefined) return checked(principal);
  if (headers.has('authorization')) {
    throw new ServiceError(
      'KEY_UNKNOWN',
      'The API key is not known, has expired or was revoked: ask an administrator for a new one.',
    );
  }
  throw new ServiceError('KEY_MISSING', 'The request carries no API key: send it in the Authorization header.');
}

/** A host's own authenticator may be untyped, and its ids end up in the store. */
function checked(principal: Principal): Principal {
  if (Number.isSafeInteger(principal.id) && principal.id > 0) return principal;
  throw new TypeError(
    `The authenticator returned the principal id ${String(principal.id)}: it must be a positive integer.`,
  );
}
