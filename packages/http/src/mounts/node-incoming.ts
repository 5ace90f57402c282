import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '../exchange/incoming.ts';
import type { HostExchange } from './host-exchange.ts';
import { nodeBody } from './node-body.ts';
import { nodeHeaders, toFetchHeaders } from './node-headers.ts';
import { requestUrl } from './request-url.ts';

/** Headers that describe the original bytes, which a body parser of the host has consumed. */
const BODY_ENCODING_HEADERS = ['content-length', 'content-encoding', 'transfer-encoding'];

/**
 * Reads a request of `node:http`.
 *
 * @throws ServiceError `PARAMETER_INVALID` for an invalid URL or header.
 */
export function createNodeIncoming(exchange: HostExchange): Incoming {
  const { message, protocol, host, target, source } = exchange;
  const { rawHeaders } = message;
  const method = message.method ?? 'GET';
  const { body, reencoded } = method === 'GET' || method === 'HEAD' ? { body: null } : nodeBody(exchange);
  const omitted = reencoded ? BODY_ENCODING_HEADERS : [];
  const headers = nodeHeaders(rawHeaders, omitted);
  const url = requestUrl({ protocol, host, hostHeaders: hostHeadersOf(message), target });
  const signal = abortedWithoutResponse(exchange.response);
  let request: Request | undefined;
  const toRequest = (): Request => {
    const stream = body === null ? undefined : { body: ReadableStream.from(body), duplex: 'half' as const };
    return new Request(url, { method, headers: toFetchHeaders(rawHeaders, omitted), signal, ...stream });
  };
  return {
    method,
    url,
    headers,
    signal,
    source,
    body: () => (request ? request.body : body),
    request() {
      request ??= toRequest();
      return request;
    },
  };
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
