/**
 * Addresses that are not public. Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries; RFC 3879 (fec0::/10).
 * What embeds an IPv4 address (NAT64, 6to4, IPv4-compatible) is blocked as a whole: the address inside may be private.
 */
export const BLOCKED_RANGES: readonly (readonly [range: string, what: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by a carrier'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved for protocols'],
  ['192.0.2.0/24', 'reserved for documentation'],
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'reserved for benchmarks'],
  ['198.51.100.0/24', 'reserved for documentation'],
  ['203.0.113.0/24', 'reserved for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/96', 'unspecified, loopback or IPv4-compatible'],
  ['64:ff9b::/96', 'translated to IPv4'],
  ['64:ff9b:1::/48', 'translated to IPv4'],
  ['100::/64', 'discarded'],
  ['2001::/23', 'reserved for protocols'],
  ['2001:db8::/32', 'reserved for documentation'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'reserved for documentation'],
  ['5f00::/16', 'reserved for segment routing'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

/**
 * Where clouds answer with credentials of the machine. A range in the allow-list does not open these, only an entry for
 * exactly this address. Source: the instance metadata documentation of the large clouds.
 */
export const METADATA_ADDRESSES: readonly string[] = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200'];
