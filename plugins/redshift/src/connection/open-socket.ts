import { BlockList, isIP, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import type { Engine } from '../engine.ts';

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

/**
 * Makes the socket of a connection. On Amazon Redshift it lets go before the first byte when the host's name leads to this
 * machine or to a link-local address: names come from users, and what a name resolves to is known only now.
 */
export function createSocket(engine: Engine): Socket {
  const socket = new Socket();
  if (engine === 'postgresql') return socket;
  socket.once('connect', () => {
    const { remoteAddress = '' } = socket;
    if (!isNeverACluster(remoteAddress)) return;
    const message = 'The host name leads to this machine or to a link-local address. Give the endpoint of a cluster.';
    socket.destroy(new PlatformError({ failureClass: 'invalid-input', message }));
  });
  return socket;
}

/** Whether an address is one where no cluster ever is. */
export function isNeverACluster(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) === 0 || NEVER_A_CLUSTER.check(address, family);
}
