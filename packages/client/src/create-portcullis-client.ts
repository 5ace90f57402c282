import { assertJsonResponse } from './assert-json-response.ts';
import { type Credential, createAuthorization } from './create-authorization.ts';
import { createClient } from './generated/client/index.ts';
import type { Client } from './generated/client/types.gen.ts';
import { toPortcullisError } from './to-portcullis-error.ts';

/** Options of {@link createPortcullisClient}: the address of the service and the caller's credential. */
export interface PortcullisClientOptions {
  /** The address of the service, with the base path: `https://host.example/governance`. */
  readonly baseUrl: string;
  /** The API key, or a function that returns it before each call. Any other value is refused and never sent. */
  readonly key?: Credential;
  /** The bearer token for a host with its own authenticator, instead of a key; or a function that returns it. */
  readonly token?: Credential;
  /** Sends the requests. @remarks Replace it in tests, or for a proxy. @default `globalThis.fetch` */
  readonly fetch?: typeof fetch;
  /**
   * Maximum duration of a call in milliseconds. Calls that start an operation resolve when the operation is accepted, after
   * the validation.
   * @remarks Raise it if validations of slow platforms take longer.
   * @default 120_000
   */
  readonly timeoutMs?: number;
}

/**
 * Creates a client for the operations of this package: `listIntegrations({ client })`. Each resolves with the body of the response,
 * or rejects with a {@link PortcullisError}.
 *
 * @throws TypeError when `baseUrl` is not the address of a service, or `key` is not an API key.
 */
export function createPortcullisClient(options: PortcullisClientOptions): Client {
  const { baseUrl, fetch = globalThis.fetch, timeoutMs = 120_000 } = options;
  const authorization = createAuthorization(options);
  const client = createClient({
    baseUrl: addressOf(baseUrl),
    // A redirected request would carry the key to another address.
    redirect: 'error',
    headers: { Accept: 'application/json' },
    responseStyle: 'data',
    throwOnError: true,
    fetch: (input, init) => fetch(input, init),
  });
  client.interceptors.request.use(async (request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const sent = new Request(request, { signal });
    sent.headers.set('Authorization', await authorization(request));
    return sent;
  });
  client.interceptors.response.use((response, request) => assertJsonResponse(response, request));
  client.interceptors.error.use((error, response, request) =>
    toPortcullisError(error, { response, request, timeoutMs }),
  );
  return client;
}

function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError(`baseUrl must be an http or https address, not "${baseUrl}".`);
  }
  const { username, password, search, hash } = new URL(baseUrl);
  // fetch refuses such an address with a message that quotes the password.
  if (username !== '' || password !== '') {
    throw new TypeError('baseUrl must have no user name and no password: pass a key or a token.');
  }
  if (search !== '' || hash !== '') {
    throw new TypeError(`baseUrl must have no query and no fragment, since paths follow it: "${baseUrl}".`);
  }
  return baseUrl.replace(/\/+$/, '');
}
