import type { HttpTransport, TransportOutcome, TransportRequest } from '@portcullis/core';

/** A {@link HttpTransport} that sends nothing, returns scripted responses and records requests. */
export interface FakeTransport extends HttpTransport {
  readonly requests: readonly TransportRequest[];
  /** The number of requests without a response. */
  readonly open: number;
}

/** Responds to a request with an outcome or with a status code. */
export type FakeResponse = (
  request: TransportRequest,
  signal: AbortSignal,
) => TransportOutcome | number | Promise<TransportOutcome | number>;

/**
 * Creates a fake transport.
 *
 * @param respond - @default 200 to everything
 */
export function createFakeTransport(respond: FakeResponse = () => 200): FakeTransport {
  const requests: TransportRequest[] = [];
  let open = 0;
  return {
    requests,
    get open() {
      return open;
    },
    async send(request, signal) {
      requests.push(request);
      open += 1;
      try {
        const given = await respond(request, signal);
        return typeof given === 'number' ? respondWith(given) : given;
      } finally {
        open -= 1;
      }
    },
    async close() {},
  };
}

function respondWith(statusCode: number): TransportOutcome {
  return {
    kind: 'response',
    statusCode,
    headers: {},
    body: new Uint8Array(),
    bodyBytes: 0,
    truncated: false,
    timing: { totalMs: 0 },
  };
}
