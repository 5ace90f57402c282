import { SPECIAL_PURPOSE_ADDRESSES } from './special-purpose-addresses.ts';

/**
 * Ranges that are not public although no special-purpose registry lists them as such. Sources: IANA IPv4 Multicast Address Space
 * Registry; IANA Internet Protocol Version 6 Address Space, of which `2000::/3` alone is global unicast; RFC 3879 (`fec0::/10`).
 * A range that embeds an IPv4 address (NAT64, 6to4, IPv4-compatible) is blocked completely, because the embedded address may be
 * private.
 */
const OTHER_RANGES: readonly (readonly [range: string, what: string])[] = [
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['224.0.0.0/4', 'multicast'],
  ['64:ff9b::/96', 'translated to IPv4'],
  ['::ffff:0:0:0/96', 'translated to IPv4'],
  ['::/96', 'IPv4-compatible'],
  ['2002::/16', '6to4'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['::/3', 'not global unicast'],
  ['4000::/2', 'not global unicast'],
  ['8000::/1', 'not global unicast'],
];

/** Ranges that are not public, with the reason. The first matching range determines the reason. */
export const BLOCKED_RANGES: readonly (readonly [range: string, what: string])[] = [
  ...SPECIAL_PURPOSE_ADDRESSES.filter(([, , reachable]) => reachable === 'no').map(
    ([range, what]) => [range, what] as const,
  ),
  ...OTHER_RANGES,
];

/**
 * Addresses of cloud metadata services, which return credentials or settings of the machine. A range in the allow-list does not
 * permit them, only an entry for exactly this address. Sources: the instance metadata documentation of the clouds; the data sources
 * of cloud-init (Akamai, Alibaba Cloud, Scaleway, OpenStack); the SDK of Oracle Cloud.
 */
export const METADATA_ADDRESSES: readonly string[] = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:a9fe:a9fe::1',
  'fd00:100::100:200',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
];
