import { z } from 'zod';
import { JSON_RESPONSE } from '../responses/negotiate.ts';
import type { RouteResponse } from '../responses/route-response.ts';
import type { Call } from './call.ts';
import type { Route } from './route.ts';

/** A row of the table. Defaults: JSON, for Application Admins. */
type RouteDefinition<Query extends z.ZodObject> = Omit<
  Route,
  'access' | 'query' | 'headers' | 'body' | 'offers' | 'errors' | 'run'
> &
  Partial<Pick<Route, 'access' | 'headers' | 'body' | 'offers' | 'errors'>> & {
    readonly query?: Query;
    readonly run: (call: Call<z.output<Query>>) => Promise<RouteResponse>;
  };

const NO_QUERY = z.strictObject({});

/** Declares a route; inside `run` the query has the type of its schema. */
export function defineRoute<Query extends z.ZodObject = typeof NO_QUERY>(definition: RouteDefinition<Query>): Route {
  return {
    access: 'admin',
    headers: [],
    body: undefined,
    offers: JSON_RESPONSE,
    errors: [],
    ...definition,
    query: definition.query ?? NO_QUERY,
    // The router parses the query with the schema of the same row.
    run: definition.run as Route['run'],
  };
}
