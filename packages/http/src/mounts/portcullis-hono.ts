import { exchangeHandlerOf } from '../exchange/exchange-handler.ts';
import { incomingOf } from '../exchange/incoming.ts';
import { responseOf } from '../exchange/outgoing.ts';
import type { HttpHandler } from '../http-handler.ts';
import { pathOf } from '../routing/base-path.ts';

/** The parts of a Hono context that the mount reads. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request;
    /** The bodies that `json()`, `text()` and the like have read. */
    readonly bodyCache: object;
    arrayBuffer(): Promise<ArrayBuffer>;
  };
  /** In `@hono/node-server`, the request of `node:http`. */
  readonly env: unknown;
  /** The response so far, with the headers that middleware has set. */
  readonly res: Response;
}

/**
 * Mounts a handler in Hono 4, before or after middleware that reads bodies with `c.req`. The path is the option
 * `basePath` of the handler. Other paths go to `next()`.
 *
 * @example
 * ```ts
 * app.use(portcullisHono(createHttpHandler(portcullis, { basePath: '/governance' })));
 * ```
 */
export function portcullisHono(handler: HttpHandler) {
  return async (context: HonoContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const { req, env } = context;
    if (!handler.claims(pathOf(req.raw.url))) {
      await next();
      return undefined;
    }
    const request = await withBody(req);
    const exchangeHandler = exchangeHandlerOf(handler);
    const response = exchangeHandler
      ? responseOf(await exchangeHandler(incomingOf(request, sourceOf(env))))
      : await handler(request);
    // Reading creates the response. Without one, Hono would drop the headers that middleware has set.
    void context.res;
    return response;
  };
}

/** Returns the request, or a copy of it if its body has been read with functions of Hono. */
async function withBody(req: HonoContext['req']): Promise<Request> {
  const { raw } = req;
  if (!raw.bodyUsed || Object.keys(req.bodyCache).length === 0) return raw;
  const headers = new Headers(raw.headers);
  // The length is that of the received text; the cached value may be serialised differently.
  headers.delete('content-length');
  return new Request(raw.url, { method: raw.method, headers, signal: raw.signal, body: await req.arrayBuffer() });
}

/** Source: `HttpBindings` of `@hono/node-server`. */
function sourceOf(env: unknown): string | undefined {
  const { incoming } = (env ?? {}) as { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress;
}
