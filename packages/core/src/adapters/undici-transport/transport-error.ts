/** Codes of undici and the usual codes of the same failures. Other codes are unchanged. */
const CODE_NAMES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'HPE_INVALID',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_INVALID_ARG: 'ERR_INVALID_REQUEST',
  UND_ERR_DESTROYED: 'ABORTED',
  UND_ERR_CLOSED: 'ABORTED',
};

/** The codes that undici reports for an unsolicited response 100 or 101 on a healthy connection. */
const UNSOLICITED: ReadonlySet<unknown> = new Set(['bad response', 'bad upgrade']);

/** The codes of connections for which this machine has no file descriptor or no memory. Source: socket(2), connect(2). */
const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/** The error codes of a connection that the peer closed while it was idle. */
const STALE_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Returns the error of a connection that the address guard refuses. It names no address, so that owners of webhooks cannot scan a
 * network.
 */
export function guardBlocked(): Error {
  return Object.assign(new Error('Deliveries may not go to this address.'), { code: 'GUARD_BLOCKED' });
}

/** Returns the error of requests that are aborted, at the deadline or at shutdown. */
export function aborted(): Error {
  return Object.assign(new Error('The request was cancelled.'), { code: 'ABORTED' });
}

/** Returns the code of a failure, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  const { code, name, message } = (error ?? {}) as { readonly [key: string]: unknown };
  if (code === 'UND_ERR_SOCKET' && UNSOLICITED.has(message)) return 'HPE_INVALID';
  if (typeof code === 'string') return CODE_NAMES[code] ?? code;
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return first === undefined ? 'ERR_TRANSPORT' : codeOf(first);
}

/** Returns whether a connection failed because this machine lacks a file descriptor or memory. */
export function isShortage(code: unknown): boolean {
  return SHORTAGES.has(code);
}

/** Returns whether a reused connection may have failed because it was already dead. */
export function isStale(code: string): boolean {
  return STALE_CODES.has(code);
}
