import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyPluginDefinition, classifyFailure, definitionOf } from '@portcullis/plugin-api';
import { createProxy } from '@portcullis/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { S3Session } from '../src/connection/s3-session.ts';
import { type S3Options, s3 } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';
import { settingsOf } from '../src/settings.ts';

const signal = new AbortController().signal;
const certificate = (name: string): string => readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8');
const CERTIFICATE = certificate('server.pem');

/** Responds like STS, over TLS. */
const sts = createServer({ key: certificate('server.key.pem'), cert: CERTIFICATE }, (_request, response) => {
  const result = '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/acme</Arn>';
  response.end(
    `<GetCallerIdentityResponse><GetCallerIdentityResult>${result}</GetCallerIdentityResult></GetCallerIdentityResponse>`,
  );
});
beforeAll(() => new Promise<void>((listening) => sts.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise((closed) => sts.close(closed)));

const address = () => `https://localhost:${(sts.address() as AddressInfo).port}`;

async function open(options: S3Options): Promise<{ definition: AnyPluginDefinition; session: S3Session }> {
  const definition = definitionOf(s3(options)) as AnyPluginDefinition;
  const config = definition.config.parse(SAMPLES[0]);
  const session = await definition.connect?.({ config, signal, deadlineMs: 60_000 } as never);
  return { definition, session: session as S3Session };
}

const endpoints = () => ({ sts: address(), iam: address(), s3: address(), s3Control: address() });

it.each([true, false])('calls reach AWS with the given certificates, through a proxy: %s', async (isProxied) => {
  await using proxy = await createProxy();
  const { session } = await open({
    endpoints: endpoints(),
    certificateAuthorities: [CERTIFICATE],
    ...(isProxied && { proxy: proxy.url }),
  });
  expect(await session.aws.callerIdentity(signal)).toMatchObject({ account: '123456789012' });
  await session.close();
  const { host } = new URL(address());
  expect(proxy.asked.map(({ target }) => target)).toEqual(isProxied ? [host] : []);
});

it('every service is called through the proxy, whose refusal is reported', async () => {
  await using proxy = await createProxy({ refuse: 407 });
  const { definition, session } = await open({ proxy: proxy.url });
  const { aws } = session;
  const calls = [
    () => aws.callerIdentity(signal),
    () => aws.role('acme', signal),
    () => aws.bucketRegion('acme', signal),
    () => aws.instance(signal),
  ];
  for (const call of calls) {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(classifyFailure(error, definition.classifyError)).toMatchObject({
      class: 'network',
      message: 'The proxy requires a user name and a password.',
    });
  }
  await session.close();
  const services = proxy.asked.map(({ target }) => target.replace(/^(123456789012|acme)\./, ''));
  expect(new Set(services)).toEqual(
    new Set([
      'sts.eu-central-1.amazonaws.com:443',
      'iam.amazonaws.com:443',
      's3.eu-central-1.amazonaws.com:443',
      's3-control.eu-central-1.amazonaws.com:443',
    ]),
  );
});

describe('the credentials of the default chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-s3-'));
  beforeEach(() => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, undefined);
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, join(folder, 'none'));
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['of the config', 'arn:aws:iam::123456789012:role/portcullis-service'],
    ['of the chain alone', undefined],
  ])('come through the proxy for a web identity, with the role %s', async (_which, awsRoleToAssume) => {
    const token = join(folder, 'token');
    writeFileSync(token, 'a.b.c');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', token);
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/host');
    await using proxy = await createProxy({ refuse: 407 });
    await expect(callThrough(proxy.url, awsRoleToAssume)).rejects.toThrow();
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['sts.eu-central-1.amazonaws.com:443']));
  });

  it.each([
    ['of the config', 'arn:aws:iam::123456789012:role/portcullis-service'],
    ['of the chain alone', undefined],
  ])('come through the proxy for IAM Identity Center, with the role %s', async (_which, awsRoleToAssume) => {
    const start = 'https://acme.awsapps.com/start';
    signInToDirectory(folder, start);
    vi.stubEnv('HOME', folder);
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
    vi.stubEnv('AWS_PROFILE', 'acme');
    await using proxy = await createProxy({ refuse: 407 });
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((...all: unknown[]) => {
      const done = all.at(-1) as (error: Error) => void;
      done(Object.assign(new Error('There is no name service.'), { code: 'ENOTFOUND' }));
    }) as never);
    await expect(callThrough(proxy.url, awsRoleToAssume)).rejects.toThrow();
    expect(lookup.mock.calls.map(([name]) => name)).toEqual([]);
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(
      new Set(['portal.sso.eu-west-1.amazonaws.com:443']),
    );
  });
});

/** Calls AWS with the credentials of the default chain. */
async function callThrough(proxy: string, awsRoleToAssume: string | undefined): Promise<void> {
  const definition = definitionOf(s3({ proxy })) as AnyPluginDefinition;
  const config = definition.config.parse({ ...SAMPLES[1], awsExternalId: undefined, awsRoleToAssume });
  const session = (await definition.connect?.({ config, signal, deadlineMs: 60_000 } as never)) as S3Session;
  try {
    await session.aws.callerIdentity(signal);
  } finally {
    await session.close();
  }
}

/** Writes the files of a profile that is signed in to IAM Identity Center. */
function signInToDirectory(home: string, start: string): void {
  const settings = {
    sso_start_url: start,
    sso_region: 'eu-west-1',
    sso_account_id: '123456789012',
    sso_role_name: 'host',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(home, 'config'), ['[profile acme]', ...lines, ''].join('\n'));
  const cache = join(home, '.aws', 'sso', 'cache');
  mkdirSync(cache, { recursive: true });
  const file = `${createHash('sha1').update(start).digest('hex')}.json`;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  writeFileSync(
    join(cache, file),
    JSON.stringify({ startUrl: start, region: 'eu-west-1', accessToken: 'token', expiresAt }),
  );
}

it('a proxy that is not a URL is refused', () => {
  expect(() => settingsOf({ proxy: 'proxy.example.com' })).toThrow('s3() got a value for "proxy" that is not a URL.');
});
