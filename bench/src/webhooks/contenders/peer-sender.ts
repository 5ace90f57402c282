import { createHmac, createSecretKey } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { TlsOrder } from './contender.ts';
import { type PeerDelivery, SECRET } from './deliveries.ts';

/** Sends a delivery. Rejects unless the response is 2xx. */
export type PeerSender = (delivery: PeerDelivery) => Promise<void>;

/** Options of a peer sender. */
export interface PeerSenderOptions {
  readonly urls: readonly string[];
  readonly deadlineMs: number;
  /** Connections to one endpoint. */
  readonly connections: number;
  readonly tls?: TlsOrder | undefined;
}

/** Concurrent requests on a connection of HTTP/2. */
const STREAMS = 64;

/** The key as an object: an HMAC with the bytes of a key takes four times as long in Node 24. */
const KEY = createSecretKey(SECRET.slice('whsec_'.length), 'base64');

/** Sends with undici's `request` on kept connections, with one signature and a deadline for the whole request. */
export function createUndiciSender({ urls, deadlineMs, connections, tls }: PeerSenderOptions): PeerSender {
  const kept = { connections, pipelining: 1, keepAliveTimeout: 10_000 };
  const dispatcher = new Agent(tls ? { ...kept, ...secureOptions(tls) } : kept);
  return async (delivery) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    try {
      const { statusCode, body } = await request(urlOf(urls, delivery), {
        method: 'POST',
        headers: signedHeaders(delivery),
        body: delivery.body,
        signal: deadline.signal,
        dispatcher,
      });
      await body.dump();
      refuseOthers(statusCode);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The options of undici for receivers with https. With HTTP/2, all requests to an endpoint share a connection. */
function secureOptions({ ca, connections, http2 = false }: TlsOrder): Agent.Options {
  const lookup: LookupFunction = (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  const secure = { connect: { ca, lookup }, allowH2: http2 };
  if (http2) return { ...secure, connections: 1, pipelining: STREAMS };
  return connections === 'new' ? { ...secure, pipelining: 0 } : secure;
}

/** Sends with the `fetch` of Node, as most tutorials do. */
export function createFetchSender({ urls, deadlineMs }: PeerSenderOptions): PeerSender {
  return async (delivery) => {
    const response = await fetch(urlOf(urls, delivery), {
      method: 'POST',
      headers: signedHeaders(delivery),
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    await response.arrayBuffer();
    refuseOthers(response.status);
  };
}

function signedHeaders({ id, body }: PeerDelivery): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

function urlOf(urls: readonly string[], { endpoint }: PeerDelivery): string {
  const url = urls[endpoint];
  if (url === undefined) throw new RangeError(`There is no endpoint ${endpoint}.`);
  return url;
}

function refuseOthers(status: number): void {
  if (status < 200 || status > 299) throw new Error(`The receiver answered ${status}.`);
}
