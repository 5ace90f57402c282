import { invalidParameters } from '../parameters/parameter-error.ts';

/**
 * A `Host` header: a name or an address, and a port. Other characters could change the path. Source: RFC 9112,
 * section 3.2.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** A path and a query that `URL` leaves unchanged: no segment begins with a dot, and nothing needs an encoding. */
const PLAIN_TARGET = /^(?:\/(?!\.)[\w.~-]*)+(?:\?[\w.~=&-]*)?$/;

/** The parts of the address of a request. */
export interface RequestUrlParts {
  readonly protocol: string;
  /** The host according to the framework of the application: behind a trusted proxy, that of the original request. */
  readonly host: string | undefined;
  /** The `Host` headers as they were sent. */
  readonly hostHeaders: readonly string[];
  /** Path and query, or an absolute URL. */
  readonly target: string;
}

/**
 * Returns the absolute URL of a request, as `URL` writes it. A request without a host gets `localhost`.
 *
 * @throws ServiceError `PARAMETER_INVALID` for an invalid part.
 */
export function requestUrl({ protocol, host, hostHeaders, target }: RequestUrlParts): string {
  if (hostHeaders.length > 1) throw invalidHost('Must be present exactly once.');
  for (const candidate of [...hostHeaders, host ?? '']) {
    if (candidate !== '' && originOf('http', candidate) === undefined) {
      throw invalidHost('Must be a name or an address, with an optional port.');
    }
  }
  if (protocol !== 'http' && protocol !== 'https') {
    throw invalidParameters([{ path: 'X-Forwarded-Proto', message: 'Must be http or https.' }]);
  }
  const origin = originOf(protocol, host || 'localhost');
  return PLAIN_TARGET.test(target) ? `${origin}${target}` : new URL(`${origin}${target}`).href;
}

/** The origins of earlier requests, by protocol and host; undefined for a host that is not valid. Most requests have the same one. */
const origins = new Map<string, string | undefined>();
const MAX_ORIGINS = 100;

/** Returns the origin of a URL, as `URL` writes it; undefined for a host that is not valid. */
function originOf(protocol: string, host: string): string | undefined {
  const text = `${protocol}://${host}`;
  if (origins.has(text)) return origins.get(text);
  const origin = HOST.test(host) && URL.canParse(`${text}/`) ? new URL(text).origin : undefined;
  if (origins.size === MAX_ORIGINS) origins.clear();
  origins.set(text, origin);
  return origin;
}

function invalidHost(message: string) {
  return invalidParameters([{ path: 'Host', message }]);
}
