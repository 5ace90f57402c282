/**
 * A request as the routes read it. A `Request` of the Fetch standard gives one, and so does a request of `node:http`, whose
 * mounts would otherwise make three objects of that standard for each call and take them apart again.
 */
export interface Incoming {
  readonly method: string;
  /** Absolute, as `URL` writes it. */
  readonly url: string;
  readonly headers: Headers;
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The address that the request came from, where the mount knows it. */
  readonly source?: string | undefined;
  /** The request as a `Request`, for code of the host's. Always the same one. */
  readonly request: () => Request;
}

/** A request that is a `Request` already. */
export function incomingOf(request: Request): Incoming {
  const { method, url, headers, signal } = request;
  return {
    method,
    url,
    headers,
    signal,
    // Another stream once the request has been cloned.
    get body() {
      return request.body;
    },
    request: () => request,
  };
}
