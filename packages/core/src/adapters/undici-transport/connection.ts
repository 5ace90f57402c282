import { isIP, type Socket } from 'node:net';
import type { ProxyAddress } from '../../options/webhook-proxy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TransportPhase } from '../../ports/http-transport.ts';
import type { AddressGuard } from '../../security/address-guard/address-guard.ts';
import { isProxyFault, openReceiverTunnel } from './open-receiver-tunnel.ts';
import type { OpenSocket, SocketRequest } from './open-socket.ts';
import type { ResolvedAddress, ResolveHost } from './resolve-host.ts';
import { createResponseLimit } from './response-limit.ts';
import { guardBlocked } from './transport-error.ts';

/** Dependencies of opening connections. */
export interface ConnectionDependencies {
  readonly guard: AddressGuard;
  readonly resolveHost: ResolveHost;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** The proxy for all connections. @default none */
  readonly proxy?: ProxyAddress | undefined;
}

/** The connection that undici requests. */
interface ConnectRequest {
  readonly hostname: string;
  readonly protocol: string;
  readonly port: string;
}

type ConnectCallback = (...outcome: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

/** The connection of one client: its phase, and facts about its socket. */
export interface Connection {
  /** The phase in which the current socket is, or in which it failed; `write` once it is connected. */
  readonly phase: TransportPhase;
  readonly connectMs: number | undefined;
  readonly remoteAddress: string | undefined;
  /** The number of requests on the current socket. */
  served: number;
  /** Creates a socket: the connector of an undici client. */
  connect(request: ConnectRequest, callback: ConnectCallback): void;
  /** Calls `exceeded` once more than `bytes` have arrived from now on, until the next limit or {@link Connection.endLimit}. */
  limitResponse(bytes: number, exceeded: () => void): void;
  /** Ends the limit, so that an idle connection does not keep its last request in memory. */
  endLimit(): void;
  /** Aborts a socket that is being connected. */
  cancel(reason: Error): void;
}

/**
 * Creates a connection behind the address guard: literals and resolved addresses are checked before connecting, and the peer
 * afterwards.
 */
export function createConnection(dependencies: ConnectionDependencies): Connection {
  const { guard, resolveHost, openSocket, clock, proxy } = dependencies;
  let phase: TransportPhase = 'guard';
  let connectMs: number | undefined;
  let remoteAddress: string | undefined;
  let abandon: ((reason: Error) => void) | undefined;
  const limit = createResponseLimit();

  const vettedAddresses = async (hostname: string, port: number): Promise<readonly ResolvedAddress[]> => {
    const family = isIP(hostname);
    if (family === 0 && proxy?.lookUp === false) return [];
    phase = family === 0 ? 'dns' : 'guard';
    const addresses = family === 0 ? await resolveHost(hostname) : [{ address: hostname, family }];
    phase = 'guard';
    // One refused address refuses the name, because the next connection could use it.
    const refused = addresses.length === 0 || addresses.some(({ address }) => isRefused(address, hostname, port));
    if (refused) throw guardBlocked();
    return addresses;
  };

  const isRefused = (address: string, host: string, port: number): boolean =>
    guard.refuseAddress(address, { host, port }) !== undefined;

  const establish = (socket: Socket, { hostname, port, secure }: SocketRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      abandon = (reason) => socket.destroy(reason);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('The socket closed before it was connected.')));
      socket.once('connect', () => {
        remoteAddress = socket.remoteAddress;
        if (isRefused(remoteAddress ?? '', hostname, port)) {
          phase = 'guard';
          socket.destroy(guardBlocked());
        } else if (secure) phase = 'tls';
        else resolve();
      });
      if (secure) socket.once('secureConnect', resolve);
    });

  /** The peer is the proxy, whose address the host has chosen. The target was checked before, as far as possible. */
  const connectThrough = async (through: ProxyAddress, request: SocketRequest): Promise<Socket> => {
    phase = 'proxy';
    const tunnel = await openReceiverTunnel(through, request, {
      started: (how) => {
        abandon = how;
      },
      asked: () => {
        phase = 'connect';
      },
    }).catch((error: unknown) => {
      if (isProxyFault(error)) phase = 'proxy';
      throw error;
    });
    if (!request.secure) return tunnel;
    phase = 'tls';
    const socket = openSocket({ ...request, through: tunnel });
    await establish(socket, request);
    return socket;
  };

  const reach = async (request: SocketRequest): Promise<Socket> => {
    if (proxy) return connectThrough(proxy, request);
    phase = 'connect';
    const socket = openSocket(request);
    await establish(socket, request);
    return socket;
  };

  const open = async ({ hostname, protocol, port: portText }: ConnectRequest): Promise<Socket> => {
    const startedAt = clock.monotonic();
    const secure = protocol === 'https:';
    const port = Number(portText) || (secure ? 443 : 80);
    let cancelled: Error | undefined;
    abandon = (reason) => {
      cancelled = reason;
    };
    const addresses = await vettedAddresses(hostname, port);
    if (cancelled) throw cancelled;
    const socket = await reach({ hostname, port, secure, addresses });
    phase = 'write';
    connectMs = clock.monotonic() - startedAt;
    limit.watch(socket);
    return socket;
  };

  return {
    get phase() {
      return phase;
    },
    get connectMs() {
      return connectMs;
    },
    get remoteAddress() {
      return remoteAddress;
    },
    served: 0,
    connect(request, callback) {
      this.served = 0;
      connectMs = undefined;
      remoteAddress = undefined;
      open(request)
        .finally(() => {
          abandon = undefined;
        })
        .then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
    },
    limitResponse: limit.begin,
    endLimit: limit.end,
    cancel(reason) {
      abandon?.(reason);
    },
  };
}
