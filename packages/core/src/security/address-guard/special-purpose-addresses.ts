/**
 * A row of a special-purpose registry: the range, its purpose, its column "Globally Reachable" (`n/a` for a transition mechanism), and
 * the document that the registry names for it.
 */
export type SpecialPurposeRow = readonly [
  range: string,
  purpose: string,
  reachable: 'yes' | 'no' | 'n/a',
  source: `RFC ${number}`,
];

/**
 * The rows of the special-purpose registries, as defined by RFC 8190, as of October 2025. A range inside another has its own row.
 * Sources: IANA IPv4 Special-Purpose Address Registry; IANA IPv6 Special-Purpose Address Registry. The row of IPv4-mapped
 * addresses (`::ffff:0:0/96`, RFC 4291) is omitted, because the embedded address is checked.
 */
export const SPECIAL_PURPOSE_ADDRESSES: readonly SpecialPurposeRow[] = [
  ['0.0.0.0/8', 'this network', 'no', 'RFC 791'],
  ['0.0.0.0/32', 'this host', 'no', 'RFC 1122'],
  ['10.0.0.0/8', 'private', 'no', 'RFC 1918'],
  ['100.64.0.0/10', 'shared by a carrier', 'no', 'RFC 6598'],
  ['127.0.0.0/8', 'loopback', 'no', 'RFC 1122'],
  ['169.254.0.0/16', 'link-local', 'no', 'RFC 3927'],
  ['172.16.0.0/12', 'private', 'no', 'RFC 1918'],
  ['192.0.0.0/24', 'reserved for protocols', 'no', 'RFC 6890'],
  ['192.0.0.0/29', 'service continuity', 'no', 'RFC 7335'],
  ['192.0.0.8/32', 'a dummy address', 'no', 'RFC 7600'],
  ['192.0.0.9/32', 'port control anycast', 'yes', 'RFC 7723'],
  ['192.0.0.10/32', 'relay anycast', 'yes', 'RFC 8155'],
  ['192.0.0.170/32', 'NAT64 discovery', 'no', 'RFC 8880'],
  ['192.0.0.171/32', 'NAT64 discovery', 'no', 'RFC 8880'],
  ['192.0.2.0/24', 'reserved for documentation', 'no', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112', 'yes', 'RFC 7535'],
  ['192.52.193.0/24', 'automatic multicast tunneling', 'yes', 'RFC 7450'],
  ['192.88.99.0/24', 'a 6to4 relay', 'n/a', 'RFC 7526'],
  ['192.88.99.2/32', 'a 6a44 relay', 'no', 'RFC 6751'],
  ['192.168.0.0/16', 'private', 'no', 'RFC 1918'],
  ['192.175.48.0/24', 'AS112', 'yes', 'RFC 7534'],
  ['198.18.0.0/15', 'reserved for benchmarks', 'no', 'RFC 2544'],
  ['198.51.100.0/24', 'reserved for documentation', 'no', 'RFC 5737'],
  ['203.0.113.0/24', 'reserved for documentation', 'no', 'RFC 5737'],
  ['240.0.0.0/4', 'reserved', 'no', 'RFC 1112'],
  ['255.255.255.255/32', 'broadcast', 'no', 'RFC 919'],
  ['::1/128', 'loopback', 'no', 'RFC 4291'],
  ['::/128', 'unspecified', 'no', 'RFC 4291'],
  ['64:ff9b::/96', 'translated to IPv4', 'yes', 'RFC 6052'],
  ['64:ff9b:1::/48', 'translated to IPv4', 'no', 'RFC 8215'],
  ['100::/64', 'discarded', 'no', 'RFC 6666'],
  ['100:0:0:1::/64', 'a dummy prefix', 'no', 'RFC 9780'],
  ['2001::/23', 'reserved for protocols', 'no', 'RFC 2928'],
  ['2001::/32', 'Teredo', 'n/a', 'RFC 4380'],
  ['2001:1::1/128', 'port control anycast', 'yes', 'RFC 7723'],
  ['2001:1::2/128', 'relay anycast', 'yes', 'RFC 8155'],
  ['2001:1::3/128', 'service registration anycast', 'yes', 'RFC 9665'],
  ['2001:2::/48', 'reserved for benchmarks', 'no', 'RFC 5180'],
  ['2001:3::/32', 'automatic multicast tunneling', 'yes', 'RFC 7450'],
  ['2001:4:112::/48', 'AS112', 'yes', 'RFC 7535'],
  ['2001:10::/28', 'ORCHID', 'n/a', 'RFC 4843'],
  ['2001:20::/28', 'ORCHIDv2', 'yes', 'RFC 7343'],
  ['2001:30::/28', 'drone identification', 'yes', 'RFC 9374'],
  ['2001:db8::/32', 'reserved for documentation', 'no', 'RFC 3849'],
  ['2002::/16', '6to4', 'n/a', 'RFC 3056'],
  ['2620:4f:8000::/48', 'AS112', 'yes', 'RFC 7534'],
  ['3fff::/20', 'reserved for documentation', 'no', 'RFC 9637'],
  ['5f00::/16', 'reserved for segment routing', 'no', 'RFC 9602'],
  ['fc00::/7', 'private', 'no', 'RFC 4193'],
  ['fe80::/10', 'link-local', 'no', 'RFC 4291'],
];
