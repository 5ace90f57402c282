import { BlockList, isIP, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import type { Settings } from '../settings.ts';

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
 * Makes the socket of a connection. It lets go before the first byte when the host's name leads to this machine or to a
 * link-local address, unless the port is a local one that was named: hosts come from users, and what a name resolves to is known
 * only now.
 */
export function createSocket({ localPorts }: { readonly localPorts: LocalPorts }): Socket {
  const socket = new Socket();
  if (localPorts === 'all') return socket;
  socket.once('connect', () => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    if (localPorts.includes(remotePort) || !isNeverACluster(remoteAddress)) return;
    socket.destroy(new PlatformError({ failureClass: 'invalid-input', message: refusal(localPorts) }));
  });
  return socket;
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
