import { connect } from 'node:net';
import fc from 'fast-check';

/** A response as bytes on a connection. */
export interface RawResponse {
  /** 0 if the connection ended without a response. */
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Sends bytes (a text of Latin-1) over their own connection, and reads until the server closes it. */
export function sendRaw(port: number, bytes: string): Promise<RawResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const end = text.indexOf('\r\n\r\n');
      const headers = end < 0 ? text : text.slice(0, end);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        headers,
        body: end < 0 ? '' : text.slice(end + 4).replace(/^0\r\n\r\n$/, ''),
      });
    });
  });
}

/** A request line and headers; the connection is closed after it. */
export function rawRequest(line: string, headers: readonly string[], body = ''): string {
  return `${[line, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/** Characters that parsers of URLs, hosts and headers disagree about. */
const odd = fc.constantFrom(...'@:/?#[]\\%.,;=&!*\'"()<>{}|^`~_-+$ \t0aZ\u00e4\u00ff\u0001\u007f');
const oddText = (maxLength: number) => fc.array(odd, { maxLength }).map((characters) => characters.join(''));

const host = fc.oneof(
  fc.constantFrom(
    'a',
    'a:80',
    'a:99999',
    '[::1]',
    '[::1',
    '1.2.3.4.5',
    'xn--a',
    'a@b',
    'a,b',
    'a b',
    '%',
    '256.256.256.256',
  ),
  oddText(12),
  fc.domain(),
);
const path = fc.oneof(
  fc.constantFrom(
    '/integrations',
    '/integrations/7',
    '/webhooks/history',
    '/openapi.json',
    '/healthz',
    '/integrations/%',
  ),
  oddText(12).map((text) => `/integrations/${text}`),
  oddText(12).map((text) => `/${text}`),
  oddText(6),
);
const target = fc.oneof(
  { weight: 4, arbitrary: path },
  fc.tuple(path, oddText(12)).map(([left, right]) => `${left}?${right}`),
  fc.tuple(host, path).map(([name, rest]) => `http://${name}${rest}`),
  fc.tuple(host, path).map(([name, rest]) => `ftp://${name}${rest}`),
);
const method = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'M-SEARCH', 'QUERY');
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0');
const header = fc.oneof(
  host.map((value) => `host: ${value}`),
  host.map((value) => `x-forwarded-host: ${value}`),
  oddText(6).map((value) => `x-forwarded-proto: ${value}`),
  fc
    .tuple(
      fc.constantFrom(
        'content-type',
        'accept',
        'if-match',
        'if-plan',
        'x-request-id',
        'idempotency-key',
        'cookie',
        'range',
      ),
      oddText(16),
    )
    .map(([name, value]) => `${name}: ${value}`),
  fc.constantFrom(
    'content-length: 3',
    'content-length: -1',
    'transfer-encoding: chunked',
    'expect: 100-continue',
    'upgrade: x',
  ),
  oddText(8).map((name) => `${name}: x`),
);

/** Requests as bytes: most are complete, with one malformed part. */
export const rawBytes = fc
  .record({
    method,
    target,
    version,
    headers: fc.array(header, { maxLength: 3 }),
    host: fc.option(host, { freq: 6 }),
    key: fc.boolean(),
    body: fc.constantFrom('', '', '{}', '{"a":', '3\r\n{}\n\r\n0\r\n\r\n'),
  })
  .map(({ method: verb, target: where, version: spoken, headers, host: name, key, body }) =>
    rawRequest(
      `${verb} ${where} ${spoken}`,
      [
        ...(name === null ? [] : [`host: ${name}`]),
        ...(key ? ['authorization: admin-key', 'content-type: application/json'] : []),
        ...headers,
      ],
      body,
    ),
  );
