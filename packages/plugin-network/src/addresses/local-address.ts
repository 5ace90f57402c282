import { BlockList, isIP } from 'node:net';

/**
 * Addresses of this machine, and link-local addresses such as the metadata service of a cloud. Private ranges are not
 * included, because platforms can be in private networks. The last two are metadata services at other addresses. Sources:
 * Azure, "What is IP address 168.63.129.16?"; Alibaba Cloud, "View instance metadata".
 */
const LOCAL_IPV4 = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
] as const;

/**
 * The same in IPv6. From the third on, they are metadata services. Sources: AWS, "Retrieve instance metadata" and "EKS Pod Identity"
 * (its services have this prefix); Google Cloud, "About VM metadata"; the SDK of Oracle Cloud; the data sources of cloud-init
 * (Akamai, Alibaba Cloud, Scaleway).
 */
const LOCAL_IPV6 = [
  ['::', 127],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  ['fd00:c1::a9fe:a9fe', 128],
  ['fd00:a9fe:a9fe::1', 128],
  ['fd00:100::100:200', 128],
  ['fd00:42::42', 128],
] as const;

/**
 * Prefixes of IPv6 that an address of IPv4 follows. Node itself knows those of `::ffff:`. Sources: RFC 4291, section 2.5.5.1; RFC
 * 2765, section 2.1; RFC 6052, section 2.1.
 */
const PREFIXES_OF_IPV4 = ['::', '::ffff:0:', '64:ff9b::'];

const LOCAL = new BlockList();
for (const [network, prefix] of LOCAL_IPV6) LOCAL.addSubnet(network, prefix, 'ipv6');
for (const [network, prefix] of LOCAL_IPV4) {
  LOCAL.addSubnet(network, prefix, 'ipv4');
  for (const before of PREFIXES_OF_IPV4) LOCAL.addSubnet(`${before}${network}`, 96 + prefix, 'ipv6');
}

/** Returns whether no platform can have this address. True for a text that is not an address. */
export function isLocalAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || LOCAL.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
