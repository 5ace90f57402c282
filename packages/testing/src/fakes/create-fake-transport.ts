import type { HttpTransport, TransportOutcome, TransportRequest } from '@portcullis/core';

/** A {@link HttpTransport} that sends nothing, returns scripted answers and records requests. */
export interface FakeTransport extends HttpTransport {
  readonly requests: readonly TransportRequest[];
  /** The number of requests without a response. */
  readonly open: number;
}

/** Answers a request with an outcome or with a status code. */
export type FakeAnswer = (
  request: TransportRequest,
  signal: AbortSignal,
) => TransportOutcome | number | Promise<TransportOutcome | number>;

/**
 * Creates a fake transport.
 *
 * @param answer - @default 200 to everything
 */
export function createFakeTransport(answer: FakeAnswer = () => 200): FakeTransport {
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
        const given = await answer(request, signal);
        return typeof given === 'number' ? answerWith(given) : given;
      } finally {
        open -= 1;
      }
    },
    async close() {},
  };
}

function answerWith(statusCode: number): TransportOutcome {
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
