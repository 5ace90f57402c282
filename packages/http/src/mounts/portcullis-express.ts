import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Outgoing } from '../exchange/outgoing.ts';
import type { HttpHandler } from '../http-handler.ts';
import { discardRest } from './discard-rest.ts';
import { sendStream } from './node-stream.ts';
import { requestTarget } from './request-target.ts';
import { responseExchange } from './response-exchange.ts';

/** The parts of an Express request that the mount reads. Plain `node:http` has none of the optional ones. */
export type ExpressRequest = IncomingMessage & {
  /** The mount path of the router. */
  readonly baseUrl?: string;
  readonly protocol?: string;
  readonly host?: string;
  readonly ip?: string | undefined;
  /** The result of a body parser. */
  readonly body?: unknown;
  /** The raw bytes, if a parser keeps them. */
  readonly rawBody?: unknown;
};

/**
 * Mounts a handler in Express 5: at the root or below a path, before or after body parsers. Other paths go to `next()`.
 * Works in every framework that calls `(request, response, next)`, and in `node:http`.
 *
 * @example
 * ```ts
 * app.use('/governance', portcullisExpress(createHttpHandler(portcullis)));
 * ```
 */
export function portcullisExpress(handler: HttpHandler) {
  return async (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const mountPath = request.baseUrl ?? '';
      const { target, authority } = requestTarget(request.url ?? '/');
      const outgoing = await responseExchange(handler, mountPath, {
        message: request,
        response,
        target: mountPath + target,
        protocol: request.protocol ?? ('encrypted' in request.socket ? 'https' : 'http'),
        host: authority ?? request.host ?? request.headers.host,
        source: request.ip ?? request.socket.remoteAddress,
        parsedBody: request.body,
        rawBody: request.rawBody,
      });
      if (outgoing) send(outgoing, request, response);
      else next();
    } catch (error) {
      next(error);
    }
  };
}

/** Does nothing when the response has already been sent. */
function send({ status, headers, content }: Outgoing, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    if (content instanceof ReadableStream) void content.cancel();
    return;
  }
  response.statusCode = status;
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (content instanceof ReadableStream) sendStream(content, response);
  else response.end(content ?? undefined);
  discardRest(request);
}
