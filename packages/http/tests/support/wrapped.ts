import type { HttpHandler } from '../../src/http-handler.ts';

/** A handler inside a function of the host's, so that mounts know nothing of it but that it is one. */
export function wrapped(handler: HttpHandler): HttpHandler {
  return Object.assign(async (request: Request) => handler(request), {
    basePath: handler.basePath,
    claims: handler.claims,
    under: (mountPath: string) => wrapped(handler.under(mountPath)),
  });
}
