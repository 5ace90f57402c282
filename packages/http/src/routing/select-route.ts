import { ServiceError } from '@portcullis/core';
import type { RouteResponse } from '../responses/route-response.ts';
import { below } from './base-path.ts';
import { findResource } from './find-resource.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import type { Route } from './route.ts';
import type { UnroutedRequest } from './unrouted-request.ts';

/** The route of a request with the id in its path, or the response to a request whose method has no route. */
export type SelectedRoute =
  | { readonly route: Route; readonly id: string | undefined }
  | { readonly response: RouteResponse };

/**
 * Selects the route by path and method. OPTIONS gets a 204, and a method without a route a 405, each with the header `Allow`.
 *
 * @throws ServiceError `ROUTE_NOT_FOUND` if no resource has the path.
 */
export function selectRoute(request: UnroutedRequest): SelectedRoute {
  const { method } = request.incoming;
  const path = below(request.basePath, request.path);
  const resource = path === undefined ? undefined : findResource(path);
  if (!resource) throw noResource(request);
  const route = resource.routes.get(method);
  if (route) return { route, id: resource.id };
  const allow = resource.methods.join(', ');
  if (method === 'OPTIONS') return { response: { status: 204, headers: { allow } } };
  return { response: methodNotAllowed(request, allow) };
}

function noResource({ path, basePath }: UnroutedRequest): ServiceError {
  const place = basePath === '' ? '' : ` The routes are below ${basePath}.`;
  return new ServiceError(
    'ROUTE_NOT_FOUND',
    `No resource has the path ${path}.${place} GET ${basePath}/openapi.json lists them.`,
  );
}
