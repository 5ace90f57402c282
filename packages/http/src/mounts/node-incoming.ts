import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '../exchange/incoming.ts';
import type { HostExchange } from './host-exchange.ts';
import { nodeBody } from './node-body.ts';

/** Headers that describe bytes which a body parser of the host has taken apart. */
const BODY_ENCODING_HEADERS = ['content-length', 'content-encoding', 'transfer-encoding'];

/** What a `Host` header may be made of; anything else could move the path. */
const HOST = /^[\w.:[\]-]+$/;

/** Reads a request of `node:http`. */
export function createNodeIncoming(exchange: HostExchange): Incoming {
  const { message, protocol, host, target } = exchange;
  const method = message.method ?? 'GET';
  const { body, reencoded } = method === 'GET' || method === 'HEAD' ? { body: null } : nodeBody(exchange);
  const headers = headersOf(message);
  if (reencoded) for (const name of BODY_ENCODING_HEADERS) headers.delete(name);
  const origin = `${protocol}://${HOST.test(host ?? '') ? host : 'localhost'}`;
  const parts = {
    method,
    url: new URL(origin + target).href,
    headers,
    signal: abortedWithoutAnswer(exchange.response),
    body,
    source: exchange.source,
  };
  let request: Request | undefined;
  return {
    ...parts,
    get body() {
      return request ? request.body : body;
    },
    request() {
      request ??= toRequest(parts);
      return request;
    },
  };
}

function toRequest({ url, method, headers, signal, body }: Omit<Incoming, 'request'>): Request {
  const init = { method, headers, signal };
  return new Request(url, body === null ? init : { ...init, body: ReadableStream.from(body), duplex: 'half' });
}

/** Every header as often as it was sent. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // HTTP/2 has its request line among the headers.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] as string);
  }
  return headers;
}

function abortedWithoutAnswer(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
