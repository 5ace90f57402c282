import { type HttpRequestTrace, type Portcullis, ServiceError, TRACING_CHANNELS, traced } from '@portcullis/core';
import type { CheckedOptions } from '../check-options.ts';
import { createConsoleServer, isConsolePath } from '../console/serve-console.ts';
import { toErrorResponse } from '../errors/error-response.ts';
import { logFailure } from '../errors/log-failure.ts';
import type { Outgoing } from '../exchange/outgoing.ts';
import { finish } from '../responses/finish.ts';
import { NO_STORE, type RouteResponse } from '../responses/route-response.ts';
import { below } from '../routing/base-path.ts';
import { selectRoute } from '../routing/select-route.ts';
import type { UnroutedRequest } from '../routing/unrouted-request.ts';
import { createCallReader } from './create-call-reader.ts';
import { createDocumentSource } from './create-document-source.ts';

/** A non-standard status that logs use for a client that has disconnected. The response is not read. */
const CLIENT_CLOSED_REQUEST = 499;

/** Answers requests. Never rejects. */
export type Service = (request: UnroutedRequest) => Promise<Outgoing>;

/** Creates the service behind every form of the handler. */
export function createService(portcullis: Portcullis, options: CheckedOptions): Service {
  const readCall = createCallReader(portcullis, options, createDocumentSource(portcullis));

  const respond = async (request: UnroutedRequest, trace: HttpRequestTrace | undefined): Promise<RouteResponse> => {
    const selected = selectRoute(request);
    if ('response' in selected) return selected.response;
    const { route, id } = selected;
    if (trace) Object.assign(trace, { route: route.path, operationId: route.operationId });
    const response = await route.run(await readCall(route, request, id, trace));
    // A host may know its callers by a cookie: only with an Authorization header do caches know that a response is private.
    return route.access === 'open' ? response : { ...response, headers: { ...NO_STORE, ...response.headers } };
  };

  const serveConsole = options.console && createConsoleServer(options.console);

  const serve = async (trace: HttpRequestTrace | undefined, request: UnroutedRequest): Promise<Outgoing> => {
    const { incoming, requestId, path } = request;
    const { method, signal } = incoming;
    try {
      const pathBelow = below(request.basePath, path);
      if (serveConsole && pathBelow !== undefined && isConsolePath(pathBelow)) {
        return await serveConsole(request, pathBelow);
      }
      return finish(await respond(request, trace), method, requestId);
    } catch (error) {
      logFailure(options.logger, request, error);
      const response =
        signal.aborted && !ServiceError.isInstance(error)
          ? { status: CLIENT_CLOSED_REQUEST }
          : toErrorResponse(error, requestId);
      return finish(response, method, requestId);
    }
  };

  return traced(
    TRACING_CHANNELS.httpRequest,
    {
      about: ({ incoming, requestId }: UnroutedRequest) => ({ method: incoming.method, requestId }),
      note(trace, { status }: Outgoing) {
        trace.statusCode = status;
      },
    },
    serve,
  );
}
