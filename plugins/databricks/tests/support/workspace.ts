import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface ReceivedRequest {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A response: its status, body and headers. `never`: the server does not respond. */
export type Reply = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>] | 'never';
type Replies = Readonly<Record<string, Reply | (() => Reply)>>;

/** Starts a server on this machine with the responses of a test, by method and path. */
export async function startWorkspace(replies: Replies) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const line = `${request.method} ${request.url}`;
    received.push({ line, headers: request.headers, body });
    const found = replies[line] ?? ME[line] ?? ([404, { error_code: 'ENDPOINT_NOT_FOUND', message: line }] as const);
    const reply = typeof found === 'function' ? found() : found;
    if (reply === 'never') return;
    const [status, content, headers = {}] = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    lines: () => received.map(({ line }) => line),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const ME: Replies = { 'GET /api/2.0/preview/scim/v2/Me': [200, { userName: 'sp-1' }] };
