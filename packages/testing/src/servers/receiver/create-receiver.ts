import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it was received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes. */
  readonly body: Buffer;
}

/** Responds to a request. @default 200 with an empty body */
export type ReceiverResponse = (request: ReceivedRequest, response: ServerResponse) => void;

/** A web server on the loopback address that records every request. */
export interface Receiver extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** Number of accepted connections so far. */
  readonly connections: number;
  /** Resolves with all requests once there are at least `count`. */
  received(count: number): Promise<readonly ReceivedRequest[]>;
  /** Sets the response to later requests. */
  respond(respond: ReceiverResponse): void;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a receiver on 127.0.0.1, for tests with real deliveries. Allow `127.0.0.1/32` in the sender.
 *
 * @param respond - @default 200 with an empty body
 */
export async function createReceiver(respond: ReceiverResponse = respondOk): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  let current = respond;
  let connections = 0;

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = describe(incoming, Buffer.concat(chunks));
      requests.push(request);
      for (const wake of [...waiting]) wake();
      current(request, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    async received(count) {
      while (requests.length < count) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
        waiting.clear();
      }
      return requests;
    },
    respond(next) {
      current = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function respondOk(_request: ReceivedRequest, response: ServerResponse): void {
  response.writeHead(200).end();
}

function describe(incoming: IncomingMessage, body: Buffer): ReceivedRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers, body };
}
