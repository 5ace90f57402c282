import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP server on the loopback address, for any misbehaviour that a test needs. */
export interface RawReceiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Number of accepted connections so far. It must stay zero in tests that forbid connections. */
  readonly connections: number;
  close(): Promise<void>;
}

/**
 * Starts a raw receiver.
 *
 * @param onConnection - handles each connection. @default accepts and never responds
 * @param host - @default 127.0.0.1
 */
export async function createRawReceiver(
  onConnection: (socket: Socket, index: number) => void = () => {},
  host: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    // Ignored: tests examine the other side, whose errors are not failures of the receiver.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket, connections);
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };

  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${port}`,
    port,
    get connections() {
      return connections;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
