import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpHandler } from '../http-handler.ts';
import { type HostBody, toWebBody } from './to-web-body.ts';

/** What a host's framework knows of a request. */
export interface HostRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** Path and query, the mount path included. */
  readonly target: string;
  readonly protocol: string;
  readonly host: string | undefined;
  readonly body: HostBody;
}

/** Headers that describe bytes which a body parser of the host has taken apart. */
const BODY_ENCODING_HEADERS = ['content-length', 'content-encoding', 'transfer-encoding'];

/** Methods that `Request` refuses. Source: Fetch standard, "forbidden method". */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/** What a `Host` header may be made of; anything else could move the path. */
const HOST = /^[\w.:[\]-]+$/;

/**
 * Makes a `Request` of what a host has. Its signal is aborted when the caller goes away before the answer is complete.
 *
 * @returns undefined for what is not the handler's: another path, or a method that a `Request` cannot have.
 */
export function toWebRequest(handler: HttpHandler, host: HostRequest): Request | undefined {
  const { message, target } = host;
  const method = message.method ?? 'GET';
  const [path = ''] = target.split('?', 1);
  if (!handler.claims(path) || FORBIDDEN_METHODS.includes(method)) return undefined;
  const origin = `${host.protocol}://${HOST.test(host.host ?? '') ? host.host : 'localhost'}`;
  const headers = headersOf(message);
  const { stream, reencoded } = method === 'GET' || method === 'HEAD' ? {} : toWebBody(message, host.body);
  if (reencoded) for (const name of BODY_ENCODING_HEADERS) headers.delete(name);
  return new Request(origin + target, {
    method,
    headers,
    signal: abortedWithoutAnswer(host.response),
    ...(stream === undefined ? {} : { body: stream, duplex: 'half' }),
  });
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
