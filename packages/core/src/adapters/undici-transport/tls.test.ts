import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../security/address-guard/address-guard.ts';
import { createUndiciTransport } from './create-undici-transport.ts';

const certificates = join(import.meta.dirname, '../../../tests/certificates');
const cert = readFileSync(join(certificates, 'receiver.pem'), 'utf8');
const key = readFileSync(join(certificates, 'receiver.key.pem'), 'utf8');
const guard = createAddressGuard({ allow: [{ cidr: '127.0.0.1' }] });
const resolveHost = async () => [{ address: '127.0.0.1', family: 4 }];

const names: (string | false)[] = [];
const resumed: boolean[] = [];
const server = createServer({ cert, key }, (request, response) => {
  const socket = request.socket as import('node:tls').TLSSocket & { servername?: string | false };
  names.push(socket.servername ?? false);
  resumed.push(socket.isSessionReused());
  response.setHeader('Connection', 'close').end('ok');
});
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

async function sendTo(host: string, ca?: string) {
  const transport = createUndiciTransport({ guard, resolveHost, ...(ca === undefined ? {} : { ca }) });
  const send = () =>
    transport.send(
      {
        url: `https://${host}:${port}/`,
        method: 'POST',
        headers: {},
        body: Buffer.from('{}'),
        deadlineMs: 60_000,
        responseLimit: 100,
      },
      new AbortController().signal,
    );
  const outcomes = [await send(), await send()];
  await transport.close();
  return outcomes;
}

describe('https', () => {
  it('delivers under the name of the receiver, and resumes the session on the next connection', async () => {
    const outcomes = await sendTo('receiver.example', cert);
    expect(outcomes).toMatchObject([{ statusCode: 200 }, { statusCode: 200, timing: { reusedSocket: false } }]);
    expect(names.slice(-2)).toEqual(['receiver.example', 'receiver.example']);
    expect(resumed.slice(-2)).toEqual([false, true]);
  });

  it('refuses a certificate of an untrusted issuer', async () => {
    const [outcome] = await sendTo('receiver.example');
    expect(outcome).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', phase: 'tls', connect: true });
  });

  it('refuses a certificate of another name', async () => {
    const [outcome] = await sendTo('other.example', cert);
    expect(outcome).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', phase: 'tls', connect: true });
  });
});
