import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server on this machine that accepts connections, reads all data and never responds. */
export interface SilentServer {
  readonly port: number;
  /** Resolves with the first connection. */
  readonly connected: Promise<void>;
  /** Resolves when all connections are closed. */
  allClosed(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a silent server on 127.0.0.1, on a free port. */
export async function startSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.resume();
    // A client that aborts may reset the connection.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const connected = once(server, 'connection').then(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connected,
    async allClosed() {
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
