import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllowedAddress } from '../../options/webhook-options.ts';
import { createAddressGuard } from './address-guard.ts';
import { BLOCKED_RANGES, METADATA_ADDRESSES } from './blocked-ranges.ts';
import { SPECIAL_PURPOSE_ADDRESSES } from './special-purpose-addresses.ts';

const endpoint = { host: 'hooks.example.com', port: 443 };
const guard = createAddressGuard();
const allowing = (...allow: AllowedAddress[]) => createAddressGuard({ allow });

/**
 * The same registries as two other programs read them: ranges that are not globally reachable, and ranges inside these that are.
 * `::ffff:0:0/96`, which both have, is judged by the address inside.
 */
const OTHER_LISTS = {
  'ipaddress of CPython 3.13': {
    not: [
      ...['0.0.0.0/8', '10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
      ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32'],
      ...['100.64.0.0/10', '192.0.0.170/32', '192.0.0.171/32'],
      ...['::1/128', '::/128', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
      ...['fc00::/7', 'fe80::/10'],
    ],
    but: [
      ...['192.0.0.9/32', '192.0.0.10/32', '2001:1::1/128', '2001:1::2/128', '2001:3::/32', '2001:4:112::/48'],
      ...['2001:20::/28', '2001:30::/28'],
    ],
  },
  'is_global of the standard library of Rust': {
    not: [
      ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
      ...['192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
      ...['255.255.255.255/32', '::1/128', '::/128', '64:ff9b:1::/48', '100::/64', '2001::/23', '2002::/16'],
      ...['2001:db8::/32', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
    ],
    but: [
      ...['192.0.0.9/32', '192.0.0.10/32', '2001:1::1/128', '2001:1::2/128', '2001:3::/32', '2001:4:112::/48'],
      ...['2001:20::/28', '2001:30::/28'],
    ],
  },
};

describe('refuseUrl', () => {
  it.each([
    'https://hooks.example.com/in?token=1#here',
    'http://hooks.example.com',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com./',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'HTTPS://HOOKS.EXAMPLE.COM/',
    'https://bücher.example/',
  ])('accepts %s', (url) => {
    expect(guard.refuseUrl(url)).toBeUndefined();
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http:127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://255.255.255.255/',
    'http://168.63.129.16/machine/?comp=goalstate',
    'http://[::ffff:0:10.0.0.1]/',
    'http://[::ffff:0:808:808]/',
    'http://[200::]/',
    'http://[4000::]/',
    'http://[8000::1]/',
    'http://[1fff:ffff::1]/',
  ])('refuses %s: the address is not public', (url) => {
    expect(guard.refuseUrl(url)).toMatch(/^The address is not public/);
  });

  it.each([
    ['', 'not a valid URL'],
    ['hooks.example.com', 'not a valid URL'],
    ['http://', 'not a valid URL'],
    ['http://[fe80::1%25eth0]/', 'not a valid URL'],
    ['http://256.1.1.1/', 'not a valid URL'],
    ['http://hooks.exam\nple.com/', 'not a valid URL'],
    [' https://hooks.example.com/', 'not a valid URL'],
    ['https://hooks.example.com/\u202egnp.exe', 'not a valid URL'],
    ['https://hooks.example.com/\ud800', 'not a valid URL'],
    ['ftp://hooks.example.com/', 'http or https'],
    ['file:///etc/passwd', 'http or https'],
    ['javascript:alert(1)', 'http or https'],
    ['https://user@hooks.example.com/', 'user name or password'],
    ['https://user:secret@hooks.example.com/', 'user name or password'],
    ['https://localhost/', 'has no domain'],
    ['https://intranet:8080/', 'has no domain'],
    ['https://localhost./', 'has no domain'],
    ['https://hooks.example.com:22/', 'port 22'],
    ['https://hooks.example.com:5432/', 'port 5432'],
    ['https://hooks.example.com:6379/', 'port 6379'],
    ['https://hooks.example.com:0/', 'port 0'],
    ['http://8.8.8.8:0/', 'port 0'],
    [`https://hooks.example.com/${'a'.repeat(2048)}`, 'longer than'],
  ])('refuses %j', (url, problem) => {
    expect(guard.refuseUrl(url)).toContain(problem);
  });

  it('refuses plain http with httpsOnly', () => {
    const strict = createAddressGuard({ httpsOnly: true });
    expect(strict.refuseUrl('http://hooks.example.com/')).toContain('begin with https');
    expect(strict.refuseUrl('https://hooks.example.com/')).toBeUndefined();
  });
});

describe('refuseAddress', () => {
  it.each(BLOCKED_RANGES.map(([range]) => range))('refuses the first address of %s', (range) => {
    expect(guard.refuseAddress(range.split('/')[0] as string, endpoint)).toMatch(/^The address is not public/);
  });

  const isIpv6 = (range: string) => range.includes(':');
  const specialPurpose = SPECIAL_PURPOSE_ADDRESSES.filter(([, , reachable]) => reachable === 'no');

  it.each(specialPurpose.map(([range, purpose]) => [range, purpose]))(
    'refuses the first and the last address of %s, which the registry lists as not globally reachable: %s',
    (range) => {
      for (const address of endsOf(range)) {
        expect(guard.refuseAddress(address, endpoint), address).toMatch(/^The address is not public/);
      }
    },
  );

  it.each(SPECIAL_PURPOSE_ADDRESSES.map(([range, , reachable, source]) => [range, source, reachable]))(
    'has exactly one row for %s of %s, in canonical form',
    (range) => {
      const [first] = boundsOf(range);
      expect(new URL(`http://${isIpv6(range) ? `[${ipv6Of(first)}]` : ipv4Of(first)}/`).hostname).toBe(
        isIpv6(range) ? `[${range.split('/')[0]}]` : range.split('/')[0],
      );
      expect(SPECIAL_PURPOSE_ADDRESSES.filter(([each]) => each === range)).toHaveLength(1);
    },
  );

  it.each(Object.entries(OTHER_LISTS))(
    'refuses every address that %s lists as not globally reachable',
    (_name, { not: ranges }) => {
      for (const range of ranges) {
        for (const address of endsOf(range)) {
          expect(guard.refuseAddress(address, endpoint), `${address} of ${range}`).toMatch(
            /^The address is not public/,
          );
        }
      }
    },
  );

  it.each(Object.entries(OTHER_LISTS))('has a row for every range of %s', (_name, { not, but }) => {
    const rows = new Map(SPECIAL_PURPOSE_ADDRESSES.map(([range, , reachable]) => [range, reachable]));
    expect(not.filter((range) => !['no', 'n/a'].includes(rows.get(range) ?? ''))).toEqual([]);
    expect(but.filter((range) => rows.get(range) !== 'yes')).toEqual([]);
  });

  it('lists nothing as not globally reachable that other lists lack, except for newer or narrower rows', () => {
    const theirs = Object.values(OTHER_LISTS).flatMap(({ not }) => not);
    const isCovered = (range: string) =>
      boundsOf(range).every((end) => theirs.some((each) => isIpv6(each) === isIpv6(range) && isWithin(end, each)));
    const alone = specialPurpose.map(([range]) => range).filter((range) => !isCovered(range));
    // RFC 6751 (6a44) and RFC 9780 (a dummy prefix).
    expect(alone).toEqual(['192.88.99.2/32', '100:0:0:1::/64']);
  });

  it('refuses every IPv6 address outside 2000::/3', () => {
    const outside = fc.tuple(fc.integer({ min: 0, max: 0xdfff }), fc.bigInt({ min: 0n, max: (1n << 112n) - 1n }));
    fc.assert(
      fc.property(outside, ([high, low]) => {
        const first = high < 0x2000 ? high : high + 0x2000;
        const address = ipv6Of((BigInt(first) << 112n) | low);
        fc.pre(!address.startsWith('0:0:0:0:0:ffff:'));
        expect(guard.refuseAddress(address, endpoint)).toMatch(/^The address is not public/);
      }),
    );
  });

  it('permits the addresses next to every blocked range, unless another range contains them', () => {
    const isBlocked = (value: bigint, six: boolean) =>
      BLOCKED_RANGES.some(([range]) => isIpv6(range) === six && isWithin(value, range));
    for (const [range] of BLOCKED_RANGES) {
      const six = isIpv6(range);
      const [first, last] = boundsOf(range);
      for (const value of [first - 1n, last + 1n]) {
        if (value < 0n || value >> (six ? 128n : 32n) !== 0n || isBlocked(value, six)) continue;
        const address = six ? ipv6Of(value) : ipv4Of(value);
        if (METADATA_ADDRESSES.includes(address)) continue;
        expect(guard.refuseAddress(address, endpoint), `${address}, beside ${range}`).toBeUndefined();
      }
    }
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2000::1', '2606:4700:4700::1111', '2a00:1450::1', '3ffe::1'])(
    'permits %s, which is public',
    (address) => {
      expect(guard.refuseAddress(address, endpoint)).toBeUndefined();
    },
  );

  it.each(['fe80::1%eth0', '::ffff:10.1.2.3', '[::1]', '::FFFF:A9FE:A9FE'])('refuses %s', (address) => {
    expect(guard.refuseAddress(address, endpoint)).toMatch(/^The address is not public/);
  });

  it.each(['', 'localhost', '127.0.0.1.evil.example', '/var/run/docker.sock'])('refuses %j: no address', (text) => {
    expect(guard.refuseAddress(text, endpoint)).toContain('no address of a known family');
  });

  it('treats an IPv4-mapped address as the embedded IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const mapped = `::ffff:${address}`;
        fc.pre(isIP(mapped) === 6);
        expect(guard.refuseAddress(mapped, endpoint)).toBe(guard.refuseAddress(address, endpoint));
      }),
    );
  });
});

describe('the allow-list', () => {
  it('permits a range and no address outside of it', () => {
    const open = allowing({ cidr: '10.1.0.0/16' });
    expect(open.refuseAddress('10.1.2.3', endpoint)).toBeUndefined();
    expect(open.refuseAddress('::ffff:10.1.2.3', endpoint)).toBeUndefined();
    expect(open.refuseAddress('10.2.0.1', endpoint)).toBeDefined();
    expect(open.refuseUrl('http://10.1.2.3:8080/')).toBeUndefined();
  });

  it('requires host and port to match together with the range', () => {
    const open = allowing({ cidr: '127.0.0.0/8', host: 'Receiver.', port: 9000 });
    expect(open.refuseUrl('http://receiver:9000/')).toBeUndefined();
    expect(open.refuseUrl('http://receiver:9001/')).toContain('has no domain');
    expect(open.refuseAddress('127.0.0.1', { host: 'receiver', port: 9000 })).toBeUndefined();
    expect(open.refuseAddress('127.0.0.1', { host: 'other', port: 9000 })).toBeDefined();
    expect(open.refuseAddress('127.0.0.1', { host: 'receiver', port: 9001 })).toBeDefined();
    expect(open.refuseAddress('10.0.0.1', { host: 'receiver', port: 9000 })).toBeDefined();
  });

  it('uses the default port of the scheme for a URL without a port', () => {
    const open = allowing({ host: 'receiver', port: 443 });
    expect(open.refuseUrl('https://receiver/')).toBeUndefined();
    expect(open.refuseUrl('http://receiver/')).toContain('has no domain');
  });

  it('permits any address of a host that an entry names without a range', () => {
    const open = allowing({ host: 'hooks.internal' });
    expect(open.refuseAddress('10.0.0.1', { host: 'HOOKS.internal.', port: 80 })).toBeUndefined();
    expect(open.refuseAddress('10.0.0.1', endpoint)).toBeDefined();
  });

  it('permits a port of another service only if an entry names it', () => {
    expect(allowing({ cidr: '127.0.0.1/32' }).refuseUrl('http://127.0.0.1:5432/')).toContain('port 5432');
    expect(allowing({ cidr: '127.0.0.1/32', port: 5432 }).refuseUrl('http://127.0.0.1:5432/')).toBeUndefined();
    expect(allowing({ cidr: '127.0.0.1/32', port: 22 }).refuseUrl('http://hooks.example.com:22/')).toContain('port 22');
  });

  it('knows the metadata services of clouds at private IPv6 addresses', () => {
    const permitting = allowing({ cidr: 'fd00::/8' });
    const aws = ['fd00:ec2::254', 'fd00:ec2::23'];
    const others = ['fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:a9fe:a9fe::1', 'fd00:100::100:200', 'fd00:42::42'];
    for (const address of [...aws, ...others]) {
      expect(permitting.refuseAddress(address, endpoint), address).toContain('metadata');
    }
  });

  it.each(METADATA_ADDRESSES)('permits %s only with an entry for exactly this address', (address) => {
    expect(allowing({ cidr: '0.0.0.0/0' }, { cidr: '::/0' }).refuseAddress(address, endpoint)).toContain('metadata');
    expect(allowing({ host: endpoint.host }).refuseAddress(address, endpoint)).toContain('metadata');
    expect(allowing({ cidr: address }).refuseAddress(address, endpoint)).toBeUndefined();
  });

  it.each([
    [{}, 'needs a cidr or a host'],
    [{ port: 80 }, 'needs a cidr or a host'],
    [{ cidr: '10.0.0.0/33' }, 'has no valid cidr'],
    [{ cidr: '10.0.0/8' }, 'has no valid cidr'],
    [{ cidr: '10.0.0.0/8/8' }, 'has no valid cidr'],
    [{ cidr: '10.0.0.0/' }, 'has no valid cidr'],
    [{ cidr: 'localhost' }, 'has no valid cidr'],
    [{ host: '.' }, 'has an empty host'],
    [{ cidr: '10.0.0.0/8', port: 0 }, 'has no valid port'],
  ])('refuses the entry %j', (entry, problem) => {
    expect(() => allowing(entry)).toThrow(problem);
  });
});

/** The first and the last address of a range, as numbers. Computed apart from the guard, which has `BlockList` do it. */
function boundsOf(range: string): readonly [bigint, bigint] {
  const [base = '', length] = range.split('/');
  const six = base.includes(':');
  const free = BigInt((six ? 128 : 32) - Number(length));
  const first = six ? valueOfIpv6(base) : base.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
  return [first, first | ((1n << free) - 1n)];
}

function endsOf(range: string): readonly string[] {
  return boundsOf(range).map(range.includes(':') ? ipv6Of : ipv4Of);
}

function isWithin(value: bigint, range: string): boolean {
  const [first, last] = boundsOf(range);
  return value >= first && value <= last;
}

function valueOfIpv6(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const parts = (text: string | undefined) => (text ? text.split(':') : []);
  const [left, right] = [parts(head), parts(tail)];
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...middle, ...right].reduce((value, part) => (value << 16n) | BigInt(`0x${part}`), 0n);
}

function ipv6Of(value: bigint): string {
  const parts = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  return parts.join(':');
}

function ipv4Of(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
}

describe('the refusal of an address', () => {
  it.each([
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'shared by a carrier'],
    ['127.0.0.1', 'loopback'],
    ['169.254.1.1', 'link-local'],
    ['172.16.0.1', 'private'],
    ['192.0.2.1', 'reserved for documentation'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'reserved for benchmarks'],
    ['240.0.0.1', 'reserved'],
    ['::1', 'loopback'],
    ['fc00::1', 'private'],
    ['fe80::1', 'link-local'],
    ['192.88.99.1', 'a 6to4 relay'],
    ['224.0.0.1', 'multicast'],
    ['64:ff9b::808:808', 'translated to IPv4'],
    ['::ffff:0:808:808', 'translated to IPv4'],
    ['::808:808', 'IPv4-compatible'],
    ['2002:808:808::1', '6to4'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'not global unicast'],
  ])('describes %s as %s', (address, what) => {
    expect(guard.refuseAddress(address, endpoint)).toContain(`(${what})`);
  });
});
