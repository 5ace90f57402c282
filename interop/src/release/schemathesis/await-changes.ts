import type { Portcullis } from '@portcullis/core';
import type { HttpHandler } from '@portcullis/http';

/**
 * A handler that responds to a change of an integration when the change has ended, so that the next request finds no
 * operation in progress.
 */
export function awaitChanges(handler: HttpHandler, portcullis: Portcullis): HttpHandler {
  const awaited = async (request: Request): Promise<Response> => {
    const response = await handler(request);
    const id = await changedIntegration(request, response);
    if (id !== undefined) await portcullis.integrations.whenIdle(id);
    return response;
  };
  return Object.assign(awaited, {
    basePath: handler.basePath,
    claims: (path: string) => handler.claims(path),
    under: (mountPath: string) => awaitChanges(handler.under(mountPath), portcullis),
  });
}

async function changedIntegration({ method, url }: Request, response: Response): Promise<number | undefined> {
  if (method === 'GET' || !response.ok || !new URL(url).pathname.startsWith('/integrations')) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { id, status } = (body ?? {}) as { readonly id?: unknown; readonly status?: unknown };
  return status === undefined || id === undefined ? undefined : Number(id);
}
