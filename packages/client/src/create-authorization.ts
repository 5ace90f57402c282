import { isApiKey, NO_API_KEY } from './api-key-form.ts';
import { PortcullisError } from './portcullis-error.ts';

/** A secret as text, or a function that returns it before each call. */
export type Credential = string | (() => string | Promise<string>);

/**
 * Returns the function that writes the Authorization header of a request.
 *
 * @throws TypeError unless exactly one of `key` and `token` is given, and if `key` is a text that is not an API key.
 * The returned function rejects with a PortcullisError `KEY_FORM` if a function `key` returns a value that is not an
 * API key.
 */
export function createAuthorization({
  key,
  token,
}: {
  readonly key?: Credential;
  readonly token?: Credential;
}): (request: Request) => Promise<string> {
  const credential = key ?? token;
  if (credential === undefined || (key !== undefined && token !== undefined)) {
    throw new TypeError('createPortcullisClient takes either key or token.');
  }
  if (typeof key === 'string' && !isApiKey(key)) throw new TypeError(`key: ${NO_API_KEY}`);
  return async (request) => {
    const value = typeof credential === 'function' ? await credential() : credential;
    if (key !== undefined && !isApiKey(value)) throw refusedKey(request);
    return `Bearer ${value}`;
  };
}

function refusedKey({ method, url }: Request): PortcullisError {
  return new PortcullisError({
    code: 'KEY_FORM',
    call: `${method} ${new URL(url).pathname}`,
    message: `${NO_API_KEY} Nothing was sent.`,
  });
}
