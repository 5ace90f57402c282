import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '../exchange/incoming.ts';
import { invalidParameters } from '../parameters/parameter-error.ts';
import type { HostExchange } from './host-exchange.ts';
import { nodeBody } from './node-body.ts';
import { requestUrl } from './request-url.ts';

/** Headers that describe the original bytes, which a body parser of the host has consumed. */
const BODY_ENCODING_HEADERS = ['content-length', 'content-encoding', 'transfer-encoding'];

/**
 * Reads a request of `node:http`.
 *
 * @throws ServiceError `PARAMETER_INVALID` for an invalid URL or header.
 */
export function createNodeIncoming(exchange: HostExchange): Incoming {
  const { message, protocol, host, target } = exchange;
  const method = message.method ?? 'GET';
  const { body, reencoded } = method === 'GET' || method === 'HEAD' ? { body: null } : nodeBody(exchange);
  const headers = headersOf(message);
  if (reencoded) for (const name of BODY_ENCODING_HEADERS) headers.delete(name);
  const parts = {
    method,
    url: requestUrl({ protocol, host, hostHeaders: hostHeadersOf(message), target }),
    headers,
    signal: abortedWithoutResponse(exchange.response),
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

/** Every header, including repeated ones. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // HTTP/2 has pseudo-headers, such as `:path`, in place of a request line.
    if (!name.startsWith(':')) append(headers, name, rawHeaders[index + 1] as string);
  }
  return headers;
}

/** A lenient parser accepts headers that the Fetch standard rejects. */
function append(headers: Headers, name: string, value: string): void {
  try {
    headers.append(name, value);
  } catch {
    throw invalidParameters([{ path: 'headers', message: 'A header has a name or a value that is not valid.' }]);
  }
}

function hostHeadersOf({ rawHeaders }: IncomingMessage): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') found.push(rawHeaders[index + 1] as string);
  }
  return found;
}

function abortedWithoutResponse(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
