import type { lookup } from 'node:dns';
import { expect, it } from 'vitest';
import { guardedLookup } from './guarded-lookup.ts';
import { isLocalAddress } from './local-address.ts';
import { isPublicAddress } from './public-address.ts';

it('knows the addresses that no platform can have', () => {
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:a9fe:a9fe::1',
    'fd00:100::100:200',
    'fd00:42::42',
    '::1',
    '::',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '::a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b::a83f:8110',
    '64:ff9b::6464:64c8',
    'nonsense',
  ]) {
    expect(isLocalAddress(address), address).toBe(true);
  }
  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '52.95.110.1',
    'fd00::1',
    '2600:1f18::1',
    '64:ff9b::52.95.110.1',
  ]) {
    expect(isLocalAddress(address), address).toBe(false);
  }
});

it.each(['8.8.8.8', '52.95.110.1', '2600:1f18::1'])('treats %s as a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '100.64.0.1',
  '172.31.255.255',
  '224.0.0.1',
  '255.255.255.255',
  'fe80::1',
  '2001:db8::1',
  '3fff::1',
  '192.88.99.1',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  '::ffff:10.0.0.1',
  '::',
  'example.com',
])('treats %s as a non-public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('rejects a name if one of its addresses is refused', async () => {
  const addresses = [
    { address: '52.95.110.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const resolve = ((_host: string, _options: unknown, done: (error: null, found: unknown) => void) =>
    done(null, addresses)) as typeof lookup;
  const asked = (isAllowed: (address: string) => boolean) =>
    new Promise((responded) => {
      const lookup = guardedLookup(isAllowed, () => new Error('refused'), resolve);
      lookup('platform.example', { all: true }, (error, found) => responded(error?.message ?? found));
    });
  expect(await asked((address) => !isLocalAddress(address))).toBe('refused');
  expect(await asked(() => true)).toEqual(addresses);
});

it('returns one address if one is requested, and passes on the error of the resolver', async () => {
  const asked = (resolve: typeof lookup) =>
    new Promise((responded) => {
      const lookup = guardedLookup(
        () => true,
        () => new Error('refused'),
        resolve,
      );
      lookup('platform.example', {}, (error, address, family) => responded(error?.message ?? [address, family]));
    });
  const found = [{ address: '2600:1f18::1', family: 6 }];
  expect(
    await asked(((_host: string, _options: unknown, done: (error: null, found: unknown) => void) =>
      done(null, found)) as typeof lookup),
  ).toEqual(['2600:1f18::1', 6]);
  expect(
    await asked(((_host: string, _options: unknown, done: (error: Error) => void) =>
      done(new Error('ENOTFOUND'))) as typeof lookup),
  ).toBe('ENOTFOUND');
});
