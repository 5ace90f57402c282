import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** The TLS endpoint in front of a server. */
export interface TlsFront {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Puts TLS in front of a plain server of this machine, so that clients reach an emulator in the same way as the real
 * service.
 */
export async function startTlsFront(plain: string, certificate: Certificate): Promise<TlsFront> {
  const { hostname, port } = new URL(plain);
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer(certificate, (socket) => {
    const onward = connect(Number(port), hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => {});
      each.on('close', () => sockets.delete(each));
    }
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
