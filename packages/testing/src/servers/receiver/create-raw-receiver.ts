import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP server on the loopback address with any misbehaviour that a test needs. */
export interface RawReceiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Connections accepted so far: a canary that must stay at zero where connections are forbidden. */
  readonly connections: number;
  close(): Promise<void>;
}

/**
 * Starts a raw receiver.
 *
 * @param onConnection - what to do with each connection. @default nothing: accept and never answer
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
    // The tests are about the other side's handling of the connection: its errors are not failures of the receiver.
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
