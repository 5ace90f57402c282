import { expect, it } from 'vitest';
import { refuseRemoteAddresses } from './refuse-remote-addresses.ts';

it.each(['http://127.0.0.1:8085', 'https://localhost/', 'http://[::1]:80'])('accepts %s', (endpoint) => {
  expect(() => refuseRemoteAddresses('acme()', { endpoint })).not.toThrow();
});

it.each([
  'https://acme.example.com',
  'http://10.0.0.1',
  'http://127.0.0.1@acme.example.com',
  'ftp://127.0.0.1',
  '127.0.0.1:8085',
  undefined as unknown as string,
])('refuses %s, and names the option', (endpoint) => {
  expect(() => refuseRemoteAddresses('acme()', { other: 'http://127.0.0.1', endpoint })).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_INVALID',
      message: 'acme() got an address for "endpoint" that is not on this machine.',
    }),
  );
});
