import { BlockList, isIP } from 'node:net';

/** A range of addresses in CIDR notation. */
export interface AddressRange {
  /** Returns whether an address, as {@link plainAddress} writes it, lies inside. */
  contains(address: string): boolean;
  /** True when the range is this one address. */
  readonly single: boolean;
}

/** Parses `10.0.0.0/8`, `::1/128` or a single address; undefined if it is invalid. */
export function parseRange(text: string): AddressRange | undefined {
  const [base = '', length, ...rest] = text.trim().split('/');
  const family = isIP(base);
  const bits = family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(/^\d{1,3}$/.test(length) ? length : Number.NaN);
  if (family === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= bits) || base.includes('%')) return undefined;
  const list = new BlockList();
  list.addSubnet(base, prefix, nameOf(family));
  return {
    // plainAddress has already converted IPv4-mapped IPv6 addresses.
    contains: (address) => isIP(address) === family && list.check(address, nameOf(family)),
    single: prefix === bits,
  };
}

/** Returns the check whether an address, as {@link plainAddress} writes it, is in one of the ranges. */
export function joinRanges(ranges: readonly string[]): (address: string) => boolean {
  // A list of both families would find every IPv4 address in `::/3`, as its IPv4-mapped form.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const [base = '', length] = range.split('/');
    const family = nameOf(isIP(base));
    lists[family].addSubnet(base, Number(length), family);
  }
  return (address) => {
    const family = nameOf(isIP(address));
    return lists[family].check(address, family);
  };
}

/**
 * Returns an address without brackets and zone, and an IPv4-mapped one (`::ffff:7f00:1`) as the IPv4 address of the connection;
 * undefined for other texts.
 */
export function plainAddress(address: string): string | undefined {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family !== 6) return family === 4 ? bare : undefined;
  const expanded = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(expanded);
  return mapped ? toIpv4(mapped[1] as string, mapped[2] as string) : expanded;
}

function toIpv4(high: string, low: string): string {
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join('.');
}

function nameOf(family: number): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}
