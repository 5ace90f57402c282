import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createIdpSender } from './idp-sender.ts';

/** Returns a resolver that always has the same response. */
function resolving(...addresses: readonly string[]): typeof lookup {
  const response = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return ((_host: string, _options: unknown, done: (error: null, found: unknown) => void) =>
    done(null, response)) as typeof lookup;
}

it.each([
  ['this machine', ['127.0.0.1']],
  ['this machine, by its other address', ['::1']],
  ['the metadata service of a cloud', ['169.254.169.254']],
  ['a private network', ['10.1.2.3']],
  ['a private network, by an IPv4-mapped address', ['::ffff:192.168.0.1']],
  ['a private network of IPv6', ['fd00::1']],
  ['a public address and this machine', ['8.8.8.8', '127.0.0.1']],
])('never sends a password to %s', async (_what, addresses) => {
  let accepted = 0;
  const trap = createServer(() => {
    accepted += 1;
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address() as AddressInfo;
  const send = await createIdpSender(
    { certificateAuthorities: [], endpoints: undefined, proxy: undefined },
    resolving(...addresses),
  );
  const request = { url: `https://example.okta.com:${port}/api/v1/authn`, method: 'POST', body: '{}' } as const;
  await expect(send({ ...request, signal: new AbortController().signal })).rejects.toMatchObject({
    failureClass: 'invalid-input',
    message: expect.stringContaining('private network'),
  });
  expect(accepted).toBe(0);
  await send.close();
  trap.close();
});
