/** The headers of a request: values of one name are joined, as in `Headers`. */
export type RequestHeaders = Pick<Headers, 'get' | 'has'>;

/**
 * A request as the routes read it. It is made from a `Request` of the Fetch standard, or directly from a request of
 * `node:http`, which avoids the objects of that standard for each call.
 */
export interface Incoming {
  readonly method: string;
  /** Absolute, as `URL` writes it. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Returns the body; null for a request without one. */
  readonly body: () => AsyncIterable<Uint8Array> | null;
  /** The address of the client, if the mount knows it. */
  readonly source?: string | undefined;
  /** Returns the request as a `Request`, for code of the host. Always the same object. */
  readonly request: () => Request;
}

const BODY_USED =
  'The host has already read the body of this request. Read the body of a clone, or pass a new Request.';

/** A request that already is a `Request`, and the address of its client. */
export function incomingOf(request: Request, source?: string): Incoming {
  const { method, url, headers, signal } = request;
  return {
    method,
    url,
    headers,
    signal,
    source,
    // Read each time, because cloning a request replaces its stream.
    body() {
      if (request.bodyUsed) throw new Error(BODY_USED);
      return request.body;
    },
    request: () => request,
  };
}
