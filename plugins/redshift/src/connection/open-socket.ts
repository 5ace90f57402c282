import { isIP, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import { guardedLookup, isLocalAddress } from '@portcullis/plugin-network';
import type { Settings } from '../settings.ts';

/** Where a socket may lead although no cluster is there: on PostgreSQL, in trials. */
type LocalPorts = Settings['localPorts'];

/**
 * Makes the socket of a connection. It lets go before the first packet when the host, or one of the addresses of its name, is
 * this machine or link-local, unless the port is a local one that was named: hosts come from users, and an attempt would tell
 * them which ports are open here.
 */
export function createSocket({ localPorts }: { readonly localPorts: LocalPorts }): Socket {
  const socket = new Socket();
  if (localPorts === 'all') return socket;
  const connect = socket.connect.bind(socket);
  const refuse = (): PlatformError =>
    new PlatformError({ failureClass: 'invalid-input', message: refusal(localPorts) });
  const connectGuarded = (port: unknown, host: unknown): Socket => {
    if (
      typeof port !== 'number' ||
      typeof host !== 'string' ||
      (isIP(host) !== 0 && !mayConnect(host, port, localPorts))
    ) {
      process.nextTick(() => socket.destroy(refuse()));
      return socket;
    }
    return connect({ port, host, lookup: guardedLookup((address) => mayConnect(address, port, localPorts), refuse) });
  };
  return Object.assign(socket, { connect: connectGuarded });
}

function mayConnect(address: string, port: number, localPorts: readonly number[]): boolean {
  return localPorts.includes(port) || !isLocalAddress(address);
}

function refusal(localPorts: readonly number[]): string {
  const found = 'The host leads to this machine or to a link-local address.';
  if (localPorts.length === 0) return `${found} Give the endpoint of a cluster.`;
  return `${found} Here, only these ports may be connected to: ${localPorts.join(', ')}.`;
}
