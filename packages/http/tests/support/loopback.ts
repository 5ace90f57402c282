import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN_KEY } from './fake-portcullis.ts';

/** A server on 127.0.0.1 for one test. Disposing of it closes it and all its connections. */
export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  /** Sends a request over the single connection of the server's client. */
  send(target: string, sending?: LoopbackSending): Promise<LoopbackResponse>;
}

interface LoopbackSending {
  /** With several chunks, the body is sent without Content-Length. */
  readonly chunks?: readonly (string | Uint8Array)[];
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly json?: unknown;
}

interface LoopbackResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
  /** The client's port: the same for requests on one connection. */
  readonly localPort: number | undefined;
}

/** Starts a server. */
export async function listen(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    port,
    send: (target, sending = {}) => exchange(port, agent, target, sending),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function exchange(
  port: number,
  agent: Agent,
  target: string,
  sending: LoopbackSending,
): Promise<LoopbackResponse> {
  const [method, path] = target.split(' ');
  const body = sending.json === undefined ? sending.chunks : [JSON.stringify(sending.json)];
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: {
      authorization: ADMIN_KEY,
      ...(sending.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body?.length === 1 ? { 'content-length': Buffer.byteLength(body[0] ?? '') } : {}),
      ...sending.headers,
    },
  });
  for (const chunk of body ?? []) outgoing.write(chunk);
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  const { localPort } = incoming.socket;
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
    localPort,
  };
}
