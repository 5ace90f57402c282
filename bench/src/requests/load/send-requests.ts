import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Client } from 'undici';
import type { Exchange } from '../exchanges.ts';

/** Where to send requests, and for how long. */
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
 * Sends the same request again and again over a fixed number of connections, each waiting for the response before the next.
 *
 * @throws Error when a response is not a 200 with a body: there would be nothing to compare.
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

/** The lowest interface of undici: whatever the sender costs is missing to the server on a machine with few processors. */
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
