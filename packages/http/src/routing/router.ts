import { type Context, Hono } from 'hono';
import { ROUTES } from '../routes/routes.ts';
import { below, pathOf } from './base-path.ts';
import type { Route } from './route.ts';

/** What is known of a request before its route is. */
export interface Arrival {
  readonly basePath: string;
  readonly requestId: string;
}

type Environment = { readonly Bindings: Arrival };

/** What the router calls. */
export interface RouterTargets {
  /** A route was found. `id` is the text in the path. */
  serve(route: Route, request: Request, id: string | undefined, arrival: Arrival): Promise<Response>;
  /** The path has routes, none with this method. */
  otherMethod(request: Request, allowed: readonly string[], arrival: Arrival): Response;
  /** No route has the path. */
  nowhere(request: Request, arrival: Arrival): Response;
  /** One of the above threw. */
  failed(error: unknown, request: Request, arrival: Arrival): Response;
}

/** A path that no route has: what is not below the base path. */
const ELSEWHERE = '/-';

/** Finds the route of a request. Routes are matched below the base path that the request came with. */
export function createRouter(targets: RouterTargets): (request: Request, arrival: Arrival) => Promise<Response> {
  const app = new Hono<Environment>({
    getPath: (request, options) => {
      const { basePath } = (options?.env ?? { basePath: '' }) as Arrival;
      const path = below(basePath, pathOf(request.url)) ?? ELSEWHERE;
      return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    },
  });
  for (const [path, routes] of fixedFirst(Map.groupBy(ROUTES, (route) => route.path))) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const route of routes) {
      app.on(route.method, pattern, (context) => targets.serve(route, context.req.raw, idOf(context), context.env));
    }
    const allowed = allowedMethods(routes);
    app.all(pattern, (context) => targets.otherMethod(context.req.raw, allowed, context.env));
  }
  app.notFound((context) => targets.nowhere(context.req.raw, context.env));
  app.onError((error, context) => targets.failed(error, context.req.raw, context.env));
  return async (request, arrival) => app.fetch(request, arrival);
}

/** `/integrations/types` is not the integration with the id "types". */
function fixedFirst(byPath: Map<string, readonly Route[]>): readonly (readonly [string, readonly Route[]])[] {
  const isFixed = ([path]: readonly [string, unknown]) => !path.includes('{');
  const entries = [...byPath];
  return [...entries.filter(isFixed), ...entries.filter((entry) => !isFixed(entry))];
}

function allowedMethods(routes: readonly Route[]): readonly string[] {
  const methods = routes.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

function idOf(context: Context<Environment>): string | undefined {
  return context.req.param('id');
}
