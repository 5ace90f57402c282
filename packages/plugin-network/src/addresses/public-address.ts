import { BlockList, isIP } from 'node:net';
import { isLocalAddress } from './local-address.ts';

/**
 * Ranges of addresses that are not public. Sources: IANA, "IPv4 Special-Purpose Address Registry", "IPv6
 * Special-Purpose Address Registry".
 */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
}
/** The only range of IPv6 that is allocated to the public. */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');
/** Documentation, and tunnels that carry IPv4 addresses inside. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');
}

/** Returns whether an address belongs to the public internet. Metadata services of clouds do not, whatever their address. */
export function isPublicAddress(address: string): boolean {
  if (isLocalAddress(address)) return false;
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4');
    case 6:
      return GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
    default:
      return false;
  }
}
