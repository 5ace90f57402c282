import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Outgoing } from '../exchange/outgoing.ts';
import type { HttpHandler } from '../http-handler.ts';
import { discardRest } from './discard-rest.ts';
import { leadingSegments } from './leading-segments.ts';
import { nodeStream } from './node-stream.ts';
import { requestTarget } from './request-target.ts';
import { responseExchange } from './response-exchange.ts';

/** The parts of a Fastify request that the mount reads. */
export interface FastifyRequestParts {
  readonly raw: IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };
  readonly protocol: string;
  readonly host: string;
  readonly ip: string;
}

/** The parts of a Fastify reply that the mount uses. */
export interface FastifyReplyParts {
  readonly raw: ServerResponse;
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(content?: unknown): unknown;
  callNotFound(): unknown;
}

/** The parts of a Fastify instance that the mount uses. */
export interface FastifyHost {
  readonly prefix: string;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: FastifyRequestParts, payload: Readable, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyRequestParts, reply: FastifyReplyParts) => Promise<unknown>): unknown;
}

/**
 * Mounts a handler in Fastify 5, as a plugin with the option `prefix`. The plugin reads bodies itself: hooks of the
 * host apply to its routes, and the stream that a `preParsing` hook returns is read, but parsers and the `bodyLimit` of the host do
 * not apply. Other paths go to the not-found handler of the host.
 *
 * @example
 * ```ts
 * await app.register(portcullisFastify(createHttpHandler(portcullis)), { prefix: '/governance' });
 * ```
 */
export function portcullisFastify(handler: HttpHandler) {
  return async (host: FastifyHost): Promise<void> => {
    const replacedBodies = new WeakMap<FastifyRequestParts, Readable>();
    // In the context of this plugin only.
    host.removeAllContentTypeParsers();
    host.addContentTypeParser('*', (request, payload, done) => {
      if (payload !== request.raw) {
        replacedBodies.set(request, payload);
        // An error without a listener would end the process. Readers get it all the same.
        payload.on('error', () => {});
      }
      done(null);
    });
    const handle = async (request: FastifyRequestParts, reply: FastifyReplyParts): Promise<unknown> => {
      const { raw } = request;
      const { target, authority } = requestTarget(raw.url ?? '/');
      const replacedBody = replacedBodies.get(request);
      const outgoing = await responseExchange(handler, leadingSegments(target, host.prefix), {
        message: raw,
        response: reply.raw,
        target,
        protocol: request.protocol,
        host: authority ?? request.host,
        source: request.ip,
        replacedBody,
        parsedBody: raw.body,
        rawBody: raw.rawBody,
      });
      if (!outgoing) return reply.callNotFound();
      // The rest must not flow into another stream.
      if (!raw.complete && replacedBody) reply.header('connection', 'close');
      else discardRest(raw);
      return respond(reply, outgoing);
    };
    host.all('/*', handle);
    // Without a prefix, this path belongs to the host.
    if (host.prefix !== '') host.all('/', handle);
  };
}

function respond(reply: FastifyReplyParts, { status, headers, content }: Outgoing): unknown {
  reply.code(status);
  // Fastify appends repeated cookies.
  for (const [name, value] of headers) reply.header(name, value);
  if (content instanceof ReadableStream) return reply.send(nodeStream(content));
  // A buffer, because Fastify would add a charset to the type of a text.
  return reply.send(content === null ? undefined : Buffer.from(content));
}
