import { invalidParameters } from '../parameters/parameter-error.ts';

/**
 * A `Host` header: a name or an address, and a port. Other characters could change the path. Source: RFC 9112,
 * section 3.2.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

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
  for (const each of [...hostHeaders, host ?? '']) {
    if (each !== '' && !isHost(each)) throw invalidHost('Must be a name or an address, with an optional port.');
  }
  if (protocol !== 'http' && protocol !== 'https') {
    throw invalidParameters([{ path: 'X-Forwarded-Proto', message: 'Must be http or https.' }]);
  }
  return new URL(`${protocol}://${host || 'localhost'}${target}`).href;
}

/** Returns true for a valid host of a URL. */
function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}/`);
}

function invalidHost(message: string) {
  return invalidParameters([{ path: 'Host', message }]);
}
