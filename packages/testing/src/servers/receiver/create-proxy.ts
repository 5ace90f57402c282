import { createServer, type IncomingMessage, request as requestFrom, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A request that a proxy received. */
export interface ProxiedRequest {
  /** `host:port` of the requested target. */
  readonly target: string;
  /** The header Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/** A proxy on the loopback address: it opens tunnels, and passes on requests for `http` URLs. Source: RFC 9110, 7.6 and 9.3.6. */
export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  /** In order of arrival. */
  readonly asked: readonly ProxiedRequest[];
  close(): Promise<void>;
}

/** The behaviour of a proxy. */
export interface TestProxyOptions {
  /** The status of every refusal; `silence` never responds. @default none: every request is allowed */
  readonly refuse?: number | 'silence';
  /** A port of this machine to which all requests go, regardless of their target. @default the requested target */
  readonly leadTo?: number;
  /** Key and certificate (PEM), for a proxy over TLS. @default none */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a proxy. Requested targets must be on this machine, unless `leadTo` replaces them. */
export async function createProxy({ refuse, leadTo, tls }: TestProxyOptions = {}): Promise<TestProxy> {
  const asked: ProxiedRequest[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Ignored: tests examine the other side, whose errors are not failures of the proxy.
    return socket.on('error', () => {});
  };

  const note = (target: string, { headers }: IncomingMessage): void => {
    asked.push({ target, authorization: headers['proxy-authorization'] });
  };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '');
    note(url.host, request);
    if (refuse === 'silence') return;
    if (refuse !== undefined) {
      response.writeHead(refuse).end();
      return;
    }
    const place = { host: '127.0.0.1', port: leadTo ?? Number(url.port), path: url.pathname + url.search };
    const onward = requestFrom({ ...place, method: request.method, headers: request.headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };

  const server = tls ? createSecureServer(tls, pass) : createServer(pass);
  server.on(tls ? 'secureConnection' : 'connection', keep);
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    const target = request.url ?? '';
    note(target, request);
    if (refuse === 'silence') return;
    if (refuse !== undefined) {
      client.end(`HTTP/1.1 ${refuse} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${target}`);
    const onward = leadTo === undefined ? connect(Number(port), hostname) : connect(leadTo, '127.0.0.1');
    keep(onward).once('connect', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    onward.once('close', () => client.destroy());
    client.once('close', () => onward.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((closed) => server.close(closed));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, asked, close, [Symbol.asyncDispose]: close };
}
