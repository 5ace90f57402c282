import type { HttpHandler } from '../../src/http-handler.ts';
import { ADMIN_KEY } from './fake-portcullis.ts';

/** The parts of a test request other than method and path. */
export interface Sending {
  /** The Authorization header; null for none. @default the administrator's key */
  readonly authorization?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: ReadableStream | Uint8Array<ArrayBuffer> | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Sends a request to a handler, `GET /path` as one text, and reads the response. */
export async function send(handler: HttpHandler, target: string, sending: Sending = {}): Promise<Received> {
  const [method = 'GET', path = '/'] = target.split(' ');
  const { authorization = ADMIN_KEY, json, body, headers } = sending;
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(body === undefined ? {} : { body, duplex: 'half' as const }),
  });
  return receive(await handler(request));
}

/** Reads a response. */
async function receive(response: Response): Promise<Received> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}
