import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createProxy, type TestProxy, type TestProxyOptions } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionOrder, ConnectionReport } from '../../../src/platforms/snowflake/driver/one-connection.ts';
import {
  body,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { bareEnvironment } from '../../../src/shared/bare-environment.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';
import { startTlsFront } from '../../../src/shared/network/tls-front.ts';

let environment: SnowflakeEnvironment;
/** The account behind TLS, like the real one. */
let endpoint: string;
let trusted: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  environment = await startEnvironment();
  stops.push(() => environment.close());
  const authority = createCertificateAuthority();
  const front = await startTlsFront(environment.emulator.address, authority.issue(['localhost']));
  stops.push(front.stop);
  endpoint = front.address;
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-authority-'));
  stops.push(() => rm(folder, { recursive: true }));
  trusted = join(folder, 'authority.pem');
  await writeFile(trusted, authority.cert);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, '../../../src/platforms/snowflake/driver/one-connection.ts');

/** Connects through the real driver in a separate process. */
async function connect(order: Partial<ConnectionOrder>, authority = trusted): Promise<ConnectionReport> {
  const whole: ConnectionOrder = { endpoint, config: body(true, SIGN_IN.password).config, ...order };
  const { stdout } = await run(process.execPath, ['--conditions=source', CHILD, JSON.stringify(whole)], {
    env: bareEnvironment({
      HOME: process.env.HOME,
      NODE_EXTRA_CA_CERTS: authority,
      // The driver is imported unchanged, and would query the metadata addresses of clouds.
      SNOWFLAKE_DISABLE_PLATFORM_DETECTION: 'true',
    }),
  });
  return JSON.parse(stdout) as ConnectionReport;
}

async function startProxy(options?: TestProxyOptions): Promise<TestProxy> {
  const proxy = await createProxy(options);
  stops.push(proxy.close);
  return proxy;
}

describe('the driver behind a proxy', () => {
  it.each([
    ['a password', SIGN_IN.password],
    ['a key pair', SIGN_IN.keyPair],
  ])('opens a tunnel to the account and connects to no other host, with %s', async (_what, signIn) => {
    const proxy = await startProxy();
    const { config } = body(true, signIn);
    expect(await connect({ proxy: proxy.url, config })).toEqual({ role: 'ACCOUNTADMIN' });
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([new URL(endpoint).host]));
  });

  it('signs in to the proxy with the name and the password of its URL', async () => {
    const proxy = await startProxy();
    expect(await connect({ proxy: proxy.url.replace('//', '//ada:s%40crate@') })).toEqual({ role: 'ACCOUNTADMIN' });
    const authorization = `Basic ${Buffer.from('ada:s@crate').toString('base64')}`;
    expect(new Set(proxy.asked.map(({ authorization }) => authorization))).toEqual(new Set([authorization]));
  });

  it('reports a proxy that is down, requires a password or refuses, and never bypasses it', async () => {
    const before = environment.emulator.applications.length;
    expect(await connect({ proxy: 'http://127.0.0.1:1' })).toMatchObject({ failureClass: 'network' });
    expect(await connect({ proxy: (await startProxy({ refuse: 407 })).url })).toEqual({
      failureClass: 'network',
      message: 'The proxy requires a user name and a password.',
    });
    // The driver does not distinguish responses of a proxy from responses of an account.
    expect(await connect({ proxy: (await startProxy({ refuse: 403 })).url })).toMatchObject({
      failureClass: 'not-found',
      message: expect.stringContaining('a proxy blocks it'),
    });
    expect(environment.emulator.applications).toHaveLength(before);
  });

  it('verifies the certificate of the account through the tunnel, and without one', async () => {
    const proxy = await startProxy();
    const foreign = join(trusted, '..', 'foreign.pem');
    await writeFile(foreign, createCertificateAuthority().cert);
    for (const order of [{ proxy: proxy.url }, {}])
      expect(await connect(order, foreign)).toMatchObject({ failureClass: 'tls' });
    expect(await connect({})).toEqual({ role: 'ACCOUNTADMIN' });
  });
});
