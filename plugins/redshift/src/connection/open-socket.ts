import { BlockList, isIP, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import type { Settings } from '../settings.ts';
import { guardedLookup } from './guarded-lookup.ts';

/**
 * Addresses where no cluster ever is: this machine, and link-local ones such as the metadata service of a cloud. Private ranges
 * are not among them, since clusters do live in private networks.
 */
const NEVER_A_CLUSTER = new BlockList();
NEVER_A_CLUSTER.addSubnet('0.0.0.0', 8, 'ipv4');
NEVER_A_CLUSTER.addSubnet('127.0.0.0', 8, 'ipv4');
NEVER_A_CLUSTER.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER_A_CLUSTER.addAddress('::', 'ipv6');
NEVER_A_CLUSTER.addAddress('::1', 'ipv6');
NEVER_A_CLUSTER.addSubnet('fe80::', 10, 'ipv6');

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
  return localPorts.includes(port) || !isNeverACluster(address);
}

function refusal(localPorts: readonly number[]): string {
  const found = 'The host leads to this machine or to a link-local address.';
  if (localPorts.length === 0) return `${found} Give the endpoint of a cluster.`;
  return `${found} Here, only these ports may be connected to: ${localPorts.join(', ')}.`;
}

/** Whether an address is one where no cluster ever is. */
export function isNeverACluster(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) === 0 || NEVER_A_CLUSTER.check(address, family);
}
