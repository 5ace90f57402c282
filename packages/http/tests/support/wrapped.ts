import type { HttpHandler } from '../../src/http-handler.ts';

/** Wraps a handler in a function of the host, so that mounts do not recognise it. */
export function wrapped(handler: HttpHandler): HttpHandler {
  return Object.assign(async (request: Request) => handler(request), {
    basePath: handler.basePath,
    claims: handler.claims,
    under: (mountPath: string) => wrapped(handler.under(mountPath)),
  });
}
