import {
  checkPrincipal,
  type HttpRequestTrace,
  type Portcullis,
  type Principal,
  type TenantPortcullis,
} from '@portcullis/core';
import { requirePrincipal } from '../auth/authenticate.ts';
import { keyOf } from '../auth/key-of.ts';
import { requireAccess } from '../auth/require-access.ts';
import { readBody } from '../body/read-body.ts';
import type { CheckedOptions } from '../check-options.ts';
import { logFailure } from '../errors/log-failure.ts';
import type { Incoming } from '../exchange/incoming.ts';
import { parseQuery } from '../parameters/parse-query.ts';
import { parsePathId } from '../parameters/path-id.ts';
import { negotiate } from '../responses/negotiate.ts';
import type { Call } from '../routing/call.ts';
import type { Route } from '../routing/route.ts';
import type { UnroutedRequest } from '../routing/unrouted-request.ts';
import type { DocumentSource } from './create-document-source.ts';

/** The principal of routes without a key. It has no permissions. */
const ANONYMOUS: Principal = Object.freeze({
  id: Number.MAX_SAFE_INTEGER,
  name: 'anonymous',
  permissions: [],
  groups: [],
});

/**
 * Returns the function that reads and checks a request for its route: the caller, the permission, the accepted media
 * types, the parameters, and last the body. Each check runs only after the previous one has passed.
 */
export function createCallReader(portcullis: Portcullis, options: CheckedOptions, document: DocumentSource) {
  const authenticate = async (incoming: Incoming): Promise<Principal | undefined> => {
    if (options.authenticate) {
      const principal = (await options.authenticate(incoming.request())) ?? undefined;
      return principal && checkPrincipal(principal);
    }
    const key = keyOf(incoming.headers);
    return key === undefined ? undefined : portcullis.tenants.authenticate(key, { source: incoming.source });
  };

  const servicesOf = ({ tenant }: Principal): TenantPortcullis =>
    tenant === undefined ? portcullis : portcullis.tenant(tenant);

  /** Checks the access again, for streams, which outlast the first check. An error counts as a refusal. */
  const isStillAllowed = async (route: Route, incoming: Incoming, { id, tenant }: Principal): Promise<boolean> => {
    try {
      const principal = requirePrincipal(await authenticate(incoming), incoming.headers);
      requireAccess(route.access, principal);
      // Throws for a tenant that was suspended or removed.
      await servicesOf(principal).settings.current();
      return principal.id === id && principal.tenant === tenant;
    } catch {
      return false;
    }
  };

  return async (
    route: Route,
    request: UnroutedRequest,
    id: string | undefined,
    trace?: HttpRequestTrace,
  ): Promise<Call> => {
    const { incoming, basePath, requestId } = request;
    const { headers, url } = incoming;
    const routesUrl = (options.publicUrl ?? '') + basePath;
    const isOpen = route.access === 'open';
    const principal = isOpen ? ANONYMOUS : requirePrincipal(await authenticate(incoming), headers);
    if (trace && principal.tenant) trace.tenant = principal.tenant;
    requireAccess(route.access, principal);
    return {
      portcullis: servicesOf(principal),
      instance: portcullis,
      context: { principal, requestId, signal: incoming.signal },
      mediaType: negotiate(headers, route.offers),
      id: id === undefined ? Number.NaN : parsePathId(id),
      // Monitors and caches add their own parameters to public routes.
      query: isOpen ? {} : parseQuery(route.query, url),
      headers,
      hostUrl: () => options.publicUrl ?? new URL(url).origin,
      routesUrl,
      eventStreams: options.eventStreams ?? {},
      isStillAllowed: () => isStillAllowed(route, incoming, principal),
      logFailure: (error) => logFailure(options.logger, request, error),
      document: () => document(routesUrl),
      body:
        route.body &&
        (await readBody(incoming, route.body, { limit: options.bodyLimit, timeoutMs: options.bodyTimeoutMs })),
    };
  };
}
