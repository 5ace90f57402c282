import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Outgoing } from '../exchange/outgoing.ts';
import type { HttpHandler } from '../http-handler.ts';
import { discardRest } from './discard-rest.ts';
import { nodeStream } from './node-stream.ts';
import { requestTarget } from './request-target.ts';
import { responseExchange } from './response-exchange.ts';

/** The parts of a Koa context that the mount uses. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** `body` is the result of a body parser, `rawBody` the raw text. */
  readonly request: { readonly body?: unknown; readonly rawBody?: unknown };
  readonly originalUrl: string;
  /** The target without the path of mounts around this one. */
  readonly url: string;
  readonly protocol: string;
  readonly host: string;
  readonly ip: string;
  status: number;
  body: unknown;
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  remove(name: string): void;
}

/**
 * Mounts a handler in Koa 3: at the root or below a path (`koa-mount`), before or after body parsers. Other paths go to
 * `next()`.
 *
 * @example
 * ```ts
 * app.use(mount('/governance', portcullisKoa(createHttpHandler(portcullis))));
 * ```
 */
export function portcullisKoa(handler: HttpHandler) {
  return async (context: KoaContext, next: () => Promise<unknown>): Promise<void> => {
    const sent = requestTarget(context.originalUrl);
    const { target } = requestTarget(context.url);
    const mountPath = mountPathOf(pathOf(sent.target), pathOf(target));
    const outgoing = await responseExchange(handler, mountPath, {
      message: context.req,
      response: context.res,
      target: mountPath + target,
      protocol: context.protocol,
      host: sent.authority ?? context.host,
      source: context.ip,
      parsedBody: context.request.body,
      rawBody: context.request.rawBody,
    });
    if (outgoing) respond(context, outgoing);
    else await next();
  };
}

/** Returns the prefix of the path that a mount has removed. */
function mountPathOf(original: string, path: string): string {
  if (path === '/') return original.replace(/\/+$/, '');
  return original.endsWith(path) ? original.slice(0, -path.length) : '';
}

function pathOf(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path;
}

function respond(context: KoaContext, { status, headers, content }: Outgoing): void {
  context.status = status;
  // Koa answers null with a 204 in place of any other status, and sets its own headers for a body.
  if (status !== 204) context.body = koaBody(content);
  for (const name of ['content-type', 'content-length']) context.remove(name);
  for (const [name, value] of headers) {
    if (name === 'set-cookie') context.append(name, value);
    else context.set(name, value);
  }
  discardRest(context.req);
}

function koaBody(content: Outgoing['content']): string | Buffer | Readable {
  if (content instanceof ReadableStream) return nodeStream(content);
  return typeof content === 'string' ? content : Buffer.from(content ?? '');
}
