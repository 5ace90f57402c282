import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Client } from 'undici';
import type { Exchange } from '../exchanges.ts';

/** The destination of requests, and the duration. */
export interface LoadOrder {
  readonly origin: string;
  readonly key: string;
  readonly exchange: Exchange;
  readonly connections: number;
  readonly durationMs: number;
}

/** The result of sending the requests. */
export interface LoadResult {
  readonly requests: number;
  readonly elapsedMs: number;
  /** Microseconds from sending a request to the end of its response. */
  readonly latency: RecordableHistogram;
}

/**
 * Sends the same request repeatedly over a fixed number of connections. Each connection waits for the response before
 * it sends the next request.
 *
 * @throws Error if a response is not a 200 with a body: there is nothing to compare.
 */
export async function sendRequests(order: LoadOrder): Promise<LoadResult> {
  const latency = createHistogram();
  const clients = Array.from({ length: order.connections }, () => new Client(order.origin, { pipelining: 1 }));
  const start = performance.now();
  const until = start + order.durationMs;
  try {
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < until) {
          const sent = process.hrtime.bigint();
          await sendOne(client, order);
          latency.record((process.hrtime.bigint() - sent) / 1000n + 1n);
        }
      }),
    );
    return { requests: latency.count, elapsedMs: performance.now() - start, latency };
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
}

/**
 * Uses the lowest interface of undici: on a machine with few processors, the sender takes its processor time from the
 * server.
 */
function sendOne(client: Client, { key, exchange: { method, path, body } }: LoadOrder): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    let status = 0;
    let bytes = 0;
    client.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
        },
        onResponseEnd() {
          if (status === 200 && bytes > 0) resolve();
          else reject(new Error(`${method} ${path} was answered with ${status} and ${bytes} bytes.`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
