import { BlockList, isIP } from 'node:net';

/**
 * Addresses of this machine, and link-local addresses such as the metadata service of a cloud. Private ranges are not
 * included, because platforms can be in private networks.
 */
const LOCAL = new BlockList();
LOCAL.addSubnet('0.0.0.0', 8, 'ipv4');
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4');
LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LOCAL.addAddress('::', 'ipv6');
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');
/**
 * Metadata services at other addresses. Sources: Azure, "What is IP address 168.63.129.16?"; Alibaba Cloud, "View instance
 * metadata"; AWS, "Retrieve instance metadata" and "EKS Pod Identity" (its services have this prefix); Google Cloud,
 * "About VM metadata".
 */
LOCAL.addAddress('168.63.129.16', 'ipv4');
LOCAL.addAddress('100.100.100.200', 'ipv4');
LOCAL.addSubnet('fd00:ec2::', 32, 'ipv6');
LOCAL.addAddress('fd20:ce::254', 'ipv6');

/** Returns whether no platform can have this address. True for a text that is not an address. */
export function isLocalAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || LOCAL.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
