import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from '../../../../shared/network/certificates.ts';
import { type ConnectionHost, serveConnection } from './connection.ts';

const TLS_HANDSHAKE = 0x16;

/** A listening server. */
export interface TdsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 for both ways to encrypt: TLS inside TDS, as `encrypt: true` requests it, and TDS inside TLS, as
 * `encrypt: 'strict'` does. Only PRELOGIN is sent in clear. Source: [MS-TDS] 1.3, Overview, and 3.3.5.2.
 */
export async function startTdsServer(
  host: Omit<ConnectionHost, 'secureContext'>,
  certificate: Certificate,
): Promise<TdsServer> {
  const strict = createSecureContext(certificate);
  const secureContext = createSecureContext({ ...certificate, maxVersion: 'TLSv1.2' });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      const isSecured = first.readUInt8(0) === TLS_HANDSHAKE;
      const each = isSecured
        ? new TLSSocket(socket, { isServer: true, secureContext: strict, ALPNProtocols: ['tds/8.0'] })
        : socket;
      serveConnection(each, { ...host, secureContext }, isSecured);
      each.resume();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
