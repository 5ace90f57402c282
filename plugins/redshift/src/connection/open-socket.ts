import { isIP, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import {
  createSocketOpener,
  guardedLookup,
  isLocalAddress,
  isPublicAddress,
  type OpenSocket,
} from '@portcullis/plugin-network';
import type { Settings } from '../connection-settings.ts';

/** The settings that decide the connection route of a socket. */
type ConnectionRoute = AllowedAddresses & Pick<Settings, 'proxy' | 'certificateAuthorities'>;
type AllowedAddresses = Pick<Settings, 'localPorts' | 'publicAddressesOnly'>;

/**
 * Creates the opener of sockets. It refuses a host that resolves to this machine, to a link-local address or, depending on
 * the settings, to a private network, except for an allowed local port. With a proxy, it opens tunnels.
 */
export function socketOpenerFor(route: ConnectionRoute): OpenSocket {
  const { proxy, certificateAuthorities } = route;
  return createSocketOpener({
    proxy,
    certificateAuthorities,
    mayConnect: (address, port) => mayConnect(address, port, route),
    refuse: () => refusal(route),
  });
}

/**
 * Creates the socket of a client. Without a proxy, it connects to the address from the driver, with the same
 * restrictions. With a proxy, it is an open tunnel that reports its connection when the driver connects it.
 */
export async function socketFor(
  route: ConnectionRoute,
  address: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  if (route.proxy === undefined) return guardedSocket(route);
  const tunnel = await socketOpenerFor(route)(address, signal);
  return Object.assign(tunnel, {
    connect(): Socket {
      process.nextTick(() => tunnel.emit('connect'));
      return tunnel;
    },
  });
}

function guardedSocket(allowed: AllowedAddresses): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const refuse = (): PlatformError => refusal(allowed);
  const connectGuarded = (port: unknown, host: unknown): Socket => {
    if (
      typeof port !== 'number' ||
      typeof host !== 'string' ||
      (isIP(host) !== 0 && !mayConnect(host, port, allowed))
    ) {
      process.nextTick(() => socket.destroy(refuse()));
      return socket;
    }
    return connect({ port, host, lookup: guardedLookup((address) => mayConnect(address, port, allowed), refuse) });
  };
  return Object.assign(socket, { connect: connectGuarded });
}

function mayConnect(address: string, port: number, { localPorts, publicAddressesOnly }: AllowedAddresses): boolean {
  if (localPorts === 'all' || localPorts.includes(port)) return true;
  return publicAddressesOnly ? isPublicAddress(address) : !isLocalAddress(address);
}

function refusal({ localPorts, publicAddressesOnly }: AllowedAddresses): PlatformError {
  const found = publicAddressesOnly
    ? 'The host resolves to an address that is not public.'
    : 'The host resolves to this machine or to a link-local address.';
  const message =
    localPorts === 'all' || localPorts.length === 0
      ? `${found} Enter the endpoint of a cluster.`
      : `${found} Only these ports may be used here: ${localPorts.join(', ')}.`;
  return new PlatformError({ failureClass: 'invalid-input', message });
}
