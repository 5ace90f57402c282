import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ResolvedAddress } from './resolve-host.ts';

/** The socket to open. */
export interface SocketRequest {
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  /** The only addresses for the connection; of several, the first that answers is used. */
  readonly addresses: readonly ResolvedAddress[];
  /** A connection to the receiver through a proxy, on which TLS begins. @default a new connection */
  readonly through?: Socket | undefined;
}

/** Starts to connect and returns the socket immediately. It is ready at the event `connect` or `secureConnect`. */
export type OpenSocket = (request: SocketRequest) => Socket;

/** Maximum number of TLS sessions for resumption; a full handshake costs ten times as much. */
const SESSION_LIMIT = 1000;

/**
 * Creates the function that opens sockets with node:net and node:tls. @param ca - certificate authorities instead of those that
 * Node trusts.
 */
export function createSocketOpener(ca?: string | readonly string[]): OpenSocket {
  const sessions = new Map<string, Buffer>();

  const rememberSession = (key: string, session: Buffer): void => {
    sessions.delete(key);
    sessions.set(key, session);
    const [oldest] = sessions.keys();
    if (sessions.size > SESSION_LIMIT && oldest !== undefined) sessions.delete(oldest);
  };

  return ({ hostname, port, secure, addresses, through }) => {
    const options = through ? { socket: through } : { host: hostname, port, lookup: vettedLookup(addresses) };
    if (through && !secure) return through;
    if (!secure) return connectTcp({ host: hostname, port, lookup: vettedLookup(addresses) }).setNoDelay(true);
    const key = `${hostname}:${port}`;
    const session = sessions.get(key);
    const socket = connectTls({
      ...options,
      // The server name in a handshake must not be an address: RFC 6066, 3.
      ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.$/, '') }),
      ALPNProtocols: ['http/1.1'],
      ...(session && { session }),
      ...(ca !== undefined && { ca: typeof ca === 'string' ? ca : [...ca] }),
    });
    socket.on('session', (fresh) => rememberSession(key, fresh));
    return socket.setNoDelay(true);
  };
}

/**
 * Returns a lookup without a query: the connection goes to the checked address, so that a name cannot resolve differently in
 * between.
 */
function vettedLookup(addresses: readonly ResolvedAddress[]) {
  return (
    _hostname: string,
    options: { readonly all?: boolean | undefined },
    callback: (error: null, address: string | ResolvedAddress[], family?: number) => void,
  ): void => {
    const [first] = addresses;
    if (options.all) process.nextTick(callback, null, [...addresses]);
    else process.nextTick(callback, null, first?.address ?? '', first?.family ?? 0);
  };
}
