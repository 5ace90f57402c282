import type { FailureClassification } from './failure-class.ts';
import { type FailureRow, lookUpFailure } from './failure-table.ts';

/**
 * Failures of Node itself, which are the same for every driver: sockets, DNS, TLS, aborts.
 *
 * Source: Node.js documentation: "Errors" (common system errors, OpenSSL error codes), "TLS" (X509 certificate error codes),
 * "DNS" (error codes); undici documentation: "Errors".
 */
export const NODE_FAILURES: readonly FailureRow[] = [
  {
    codes: ['ECONNREFUSED'],
    class: 'network',
    message: 'The connection was refused: nothing listens on that host and port.',
  },
  {
    codes: ['ENOTFOUND', 'ENODATA', 'ENONAME', 'EAI_NONAME', 'EAI_NODATA'],
    class: 'network',
    message: 'The host name does not exist in DNS.',
  },
  {
    codes: ['EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT'],
    class: 'network',
    message: 'The DNS server did not respond.',
  },
  { codes: ['EBADNAME', 'ERR_SOCKET_BAD_PORT'], class: 'invalid-input', message: 'The host or the port is not valid.' },
  {
    codes: [
      'ECONNRESET',
      'EPIPE',
      'ECONNABORTED',
      'ENOTCONN',
      'ENETRESET',
      'ERR_STREAM_PREMATURE_CLOSE',
      'UND_ERR_SOCKET',
      'UND_ERR_CLOSED',
      'UND_ERR_DESTROYED',
    ],
    class: 'network',
    message: 'The connection was closed unexpectedly.',
  },
  {
    codes: ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
    class: 'network',
    message: 'There is no route to the host.',
  },
  {
    codes: [
      'ETIMEDOUT',
      'ESOCKETTIMEDOUT',
      'ABORT_ERR',
      'ERR_SOCKET_CONNECTION_TIMEOUT',
      'ERR_TLS_HANDSHAKE_TIMEOUT',
      'UND_ERR_CONNECT_TIMEOUT',
      'UND_ERR_HEADERS_TIMEOUT',
      'UND_ERR_BODY_TIMEOUT',
      'UND_ERR_ABORTED',
    ],
    class: 'timeout',
    message: 'The platform did not respond in time.',
  },
  {
    codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    class: 'tls',
    message: 'The certificate of the platform is not valid today.',
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_*', 'HOSTNAME_MISMATCH'],
    class: 'tls',
    message: 'The certificate belongs to another host name.',
  },
  {
    codes: [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_*',
      'CERT_*',
      'CRL_*',
      'ERROR_IN_CERT_*',
      'ERROR_IN_CRL_*',
      'INVALID_CA',
      'INVALID_PURPOSE',
      'PATH_LENGTH_EXCEEDED',
    ],
    class: 'tls',
    message: 'The certificate of the platform is not trusted.',
  },
  { codes: ['ERR_SSL_*', 'ERR_OSSL_*', 'ERR_TLS_*', 'EPROTO'], class: 'tls', message: 'The TLS handshake failed.' },
  { codes: ['UND_ERR_PRX_TLS'], class: 'tls', message: 'The certificate of the proxy belongs to another host name.' },
  { codes: ['UND_ERR_PRX_CONN'], class: 'network', message: 'The proxy closed the connection.' },
];

/**
 * Classifies a failure of Node's own sockets, DNS, TLS and aborts, looking through `cause` and the parts of an
 * `AggregateError` (thrown by Node when every address of a host fails).
 *
 * @returns `undefined` if the error is not from Node.
 */
export function classifyNodeFailure(error: unknown): FailureClassification | undefined {
  for (const each of unwrapCauses(error)) {
    const named = each as { code?: unknown; name?: unknown };
    const codes = [
      typeof named.code === 'string' ? named.code : undefined,
      named.name === 'AbortError' || named.name === 'TimeoutError' ? 'ETIMEDOUT' : undefined,
    ];
    const found = lookUpFailure(NODE_FAILURES, { codes, message: '' });
    if (found) return found;
  }
  return undefined;
}

/** The error, then its parts and causes, breadth first, at most 16 of them. */
function unwrapCauses(error: unknown): object[] {
  const queue: unknown[] = [error];
  const seen: object[] = [];
  while (queue.length > 0 && seen.length < 16) {
    const next = queue.shift();
    if (typeof next !== 'object' || next === null || seen.includes(next)) continue;
    seen.push(next);
    const { errors, cause } = next as { errors?: unknown; cause?: unknown };
    // In errors of other libraries, `errors` can be a map or a number.
    queue.push(...(Array.isArray(errors) ? errors : []), cause);
  }
  return seen;
}
