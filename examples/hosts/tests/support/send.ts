import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The parts of a request that differ from the defaults. */
export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent unchanged. */
  readonly json?: unknown;
}

/** A response that was read completely. */
export interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** Sends a request over a separate connection, `GET /path` as one text. */
export async function send(port: number, target: string, { headers, json }: Sending): Promise<Received> {
  const [method, path] = target.split(' ');
  const body = json === undefined ? undefined : typeof json === 'string' ? json : JSON.stringify(json);
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent: false,
    method,
    path,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = await text(incoming);
  const isJson = incoming.headers['content-type']?.startsWith('application/json') && received !== '';
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    text: received,
    json: isJson ? JSON.parse(received) : undefined,
  };
}
