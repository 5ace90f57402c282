import { type Portcullis, ServiceError } from '@portcullis/core';
import { checkOptions } from './check-options.ts';
import { isConsolePath } from './console/serve-console.ts';
import { type ExchangeHandler, setExchangeHandler } from './exchange/exchange-handler.ts';
import { incomingOf } from './exchange/incoming.ts';
import { responseOf } from './exchange/outgoing.ts';
import type { HttpHandler } from './http-handler.ts';
import type { HttpHandlerOptions } from './http-handler-options.ts';
import { ROUTES } from './routes/routes.ts';
import { below, normalizePath } from './routing/base-path.ts';
import { unroutedRequestOf } from './routing/unrouted-request.ts';
import { createService } from './service/create-service.ts';

/** The first segments of all routes, which a handler at the root of a host claims. */
const FIRST_SEGMENTS = new Set(ROUTES.map(({ path }) => path.split('/')[1]));

/**
 * Creates the HTTP interface of an instance: every route of the Integrations and Webhooks APIs, settings, API keys, the
 * OpenAPI document and the health check.
 *
 * @example
 * ```ts
 * const handler = createHttpHandler(portcullis);
 * const response = await handler(new Request('http://localhost/healthz'));
 * ```
 * @throws ServiceError `OPTIONS_INVALID`
 */
export function createHttpHandler(portcullis: Portcullis, options: HttpHandlerOptions = {}): HttpHandler {
  if (typeof portcullis?.tenant !== 'function') {
    throw new ServiceError('OPTIONS_INVALID', 'createHttpHandler: this is not an instance. Await createPortcullis(…).');
  }
  const checked = checkOptions(options);
  const service = createService(portcullis, { ...checked, logger: checked.logger ?? portcullis.logger });

  const mountedAt = (mountPath: string): HttpHandler => {
    const basePath = mountPath + checked.basePath;
    const exchangeHandler: ExchangeHandler = (incoming) => service(unroutedRequestOf(incoming, basePath));
    const handle = async (request: Request) =>
      responseOf(await service(unroutedRequestOf(incomingOf(request), basePath)));
    let last: { readonly path: string; readonly handler: HttpHandler } | undefined;
    const handler = Object.assign(handle, {
      basePath,
      claims: (pathname: string) => claims(basePath, pathname, checked.console !== undefined),
      under(path: string) {
        // A mount calls it for each request, almost always with the same path.
        if (last?.path !== path) last = { path, handler: mountedAt(normalizePath(path) + mountPath) };
        return last.handler;
      },
    });
    setExchangeHandler(handler, exchangeHandler);
    return handler;
  };
  return mountedAt('');
}

function claims(basePath: string, pathname: string, hasConsole: boolean): boolean {
  const path = below(basePath, pathname);
  if (path === undefined) return false;
  return basePath !== '' || FIRST_SEGMENTS.has(path.split('/')[1] ?? '') || (hasConsole && isConsolePath(path));
}
