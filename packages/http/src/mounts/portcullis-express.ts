import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpHandler } from '../http-handler.ts';
import { sendResponse } from './send-response.ts';
import { toWebRequest } from './to-web-request.ts';

/** The parts of an Express request that the mount looks at. Plain `node:http` has none of the optional ones. */
export type ExpressRequest = IncomingMessage & {
  /** The path at which the router is mounted. */
  readonly baseUrl?: string;
  readonly protocol?: string;
  readonly host?: string;
  /** What a body parser left. */
  readonly body?: unknown;
  /** The bytes that it was made from, where a parser keeps them. */
  readonly rawBody?: unknown;
};

/**
 * Mounts a handler in Express 5: at the root or below a path, before or behind body parsers. Paths that are not the
 * handler's go to `next()`. Works in whatever else calls `(request, response, next)`, `node:http` included.
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
      const mounted = mountPath === '' ? handler : handler.under(mountPath);
      const webRequest = toWebRequest(mounted, {
        message: request,
        response,
        target: mountPath + request.url,
        protocol: request.protocol ?? ('encrypted' in request.socket ? 'https' : 'http'),
        host: request.host ?? request.headers.host,
        body: { parsed: request.body, raw: request.rawBody },
      });
      if (webRequest === undefined) next();
      else await sendResponse(await mounted(webRequest), request, response);
    } catch (error) {
      next(error);
    }
  };
}
