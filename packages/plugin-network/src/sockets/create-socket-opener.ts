import type { lookup as lookUpName } from 'node:dns';
import { isIP, Socket } from 'node:net';
import { guardedLookup } from '../addresses/guarded-lookup.ts';
import { openTunnel } from './open-tunnel.ts';

/** Options of opening sockets. */
export interface SocketOpenerOptions {
  /** Returns whether a connection to an address and port is allowed. */
  mayConnect(address: string, port: number): boolean;
  /** Returns the error for a refused address. */
  refuse(): Error;
  /** An http or https URL of a proxy for all connections. @default none */
  readonly proxy?: string | undefined;
  /** Certificates (PEM) to trust in addition to those of Node, for an https proxy. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** The resolver. @default the operating system's */
  readonly lookup?: typeof lookUpName | undefined;
}

/**
 * Opens a socket and connects it, without sending data.
 *
 * @param onSocket - receives the socket as soon as it exists, so that it can be destroyed.
 */
export type OpenSocket = (
  place: { readonly host: string; readonly port: number },
  signal: AbortSignal,
  onSocket?: (socket: Socket) => void,
) => Promise<Socket>;

/**
 * Creates a function that opens sockets for a driver. It fails before the first packet if the host, or one of the
 * addresses of its name, is not allowed: hosts come from users, and an attempt would reveal which ports are open
 * here. With a proxy, only a host that is an address can be checked, because the proxy resolves names.
 */
export function createSocketOpener(options: SocketOpenerOptions): OpenSocket {
  const { mayConnect, refuse, proxy, certificateAuthorities = [], lookup } = options;
  return async ({ host, port }, signal, onSocket = () => {}) => {
    signal.throwIfAborted();
    if (isIP(host) !== 0 && !mayConnect(host, port)) throw refuse();
    if (proxy !== undefined) return openTunnel({ proxy, host, port, certificateAuthorities }, signal, onSocket);
    const isAllowed = (address: string): boolean => mayConnect(address, port);
    return connected({ host, port, lookup: guardedLookup(isAllowed, refuse, lookup) }, signal, onSocket);
  };
}

function connected(
  options: { readonly host: string; readonly port: number; readonly lookup: ReturnType<typeof guardedLookup> },
  signal: AbortSignal,
  onSocket: (socket: Socket) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new Socket();
    onSocket(socket);
    const abandon = (): void => {
      socket.destroy();
      reject(signal.reason);
    };
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', abandon);
      reject(error);
    };
    signal.addEventListener('abort', abandon, { once: true });
    socket.once('error', fail);
    socket.connect({ ...options }, () => {
      signal.removeEventListener('abort', abandon);
      // Prevents an uncaught error before the driver adds its listener, and after it has removed it.
      socket.on('error', () => {});
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}
