import { createHash, X509Certificate } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { classifyFailure, definitionOf } from '@portcullis/plugin-api';
import { type DatabricksOptions, databricks } from '@portcullis/plugin-databricks';
import { createFakeClock, createProxy, type TestProxy, type TestProxyOptions } from '@portcullis/testing';
import { jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFingerprint } from '../../../src/platforms/databricks/emulator/account.ts';
import {
  body,
  type DatabricksEnvironment,
  SERVICE,
  SIGN_IN,
  startEnvironment,
  TOKEN,
} from '../../../src/platforms/databricks/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';
import { listenOnLoopback } from '../../../src/shared/network/listen-on-loopback.ts';
import { startTlsFront } from '../../../src/shared/network/tls-front.ts';

let environment: DatabricksEnvironment;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await environment.close();
});

/** Returns the user of a connection with these options and this config, or the class of the failure. */
async function whoAmI(options: DatabricksOptions, signIn: object = SIGN_IN.token): Promise<string> {
  const definition = definitionOf(databricks({ endpoint: environment.emulator.address, ...options }));
  const { signal } = new AbortController();
  try {
    const session = (await definition.connect?.({
      config: definition.config.parse(body(true, signIn).config),
      stage: 'workspace',
      actor: 'service',
      mode: 'automatic',
      facts: {},
      secrets: {},
      signal,
      deadlineMs: 20_000,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    })) as unknown as { principal(signal: AbortSignal): Promise<string>; close(): Promise<void> };
    const principal = await session.principal(signal);
    await session.close();
    return principal;
  } catch (error) {
    const { class: failure, message } = classifyFailure(error, definition.classifyError);
    return `${failure}: ${message}`;
  }
}

/** The workspace behind TLS, with a certificate of a private authority. */
async function startWorkspaceOverTls() {
  const authority = createCertificateAuthority();
  const front = await startTlsFront(environment.emulator.address, authority.issue(['localhost']));
  stops.push(front.stop);
  return { address: front.address, certificateAuthorities: [authority.cert], authority };
}

async function startProxy(options?: TestProxyOptions): Promise<TestProxy> {
  const proxy = await createProxy(options);
  stops.push(proxy.close);
  return proxy;
}

describe('custom certificates', () => {
  it('are trusted in addition to those of Node, and other certificates are not', async () => {
    const { address: endpoint, certificateAuthorities } = await startWorkspaceOverTls();
    expect(await whoAmI({ endpoint, certificateAuthorities })).toBe(SERVICE);
    expect(await whoAmI({ endpoint })).toMatch(/^tls: /);
    const foreign = [createCertificateAuthority().cert];
    expect(await whoAmI({ endpoint, certificateAuthorities: foreign })).toMatch(/^tls: /);
  });

  it('do not make the certificate of another host valid', async () => {
    const authority = createCertificateAuthority();
    const front = await startTlsFront(environment.emulator.address, authority.issue(['other.example.com']));
    stops.push(front.stop);
    const response = await whoAmI({ endpoint: front.address, certificateAuthorities: [authority.cert] });
    expect(response).toMatch(/^tls: /);
  });
});

describe('a proxy', () => {
  const targets = (proxy: TestProxy) => new Set(proxy.asked.map(({ target }) => target));

  it('opens a tunnel to the workspace, and gets no other request', async () => {
    const { address: endpoint, certificateAuthorities } = await startWorkspaceOverTls();
    const proxy = await startProxy();
    expect(await whoAmI({ endpoint, certificateAuthorities, proxy: proxy.url })).toBe(SERVICE);
    expect(targets(proxy)).toEqual(new Set([new URL(endpoint).host]));
    expect(JSON.stringify(proxy.asked)).not.toContain(TOKEN);
  });

  it('does not make an untrusted workspace certificate valid', async () => {
    const authority = createCertificateAuthority();
    const other = await startTlsFront(environment.emulator.address, authority.issue(['other.example.com']));
    stops.push(other.stop);
    const { address } = await startWorkspaceOverTls();
    const proxy = await startProxy();
    const certificateAuthorities = [authority.cert];
    for (const endpoint of [address, other.address])
      expect(await whoAmI({ endpoint, certificateAuthorities, proxy: proxy.url })).toMatch(/^tls: /);
    expect(targets(proxy).size).toBe(2);
  });

  it('gets the user name and the password of its URL', async () => {
    const { address: endpoint, certificateAuthorities } = await startWorkspaceOverTls();
    const proxy = await startProxy();
    const named = proxy.url.replace('//', '//ada:s%40crate@');
    expect(await whoAmI({ endpoint, certificateAuthorities, proxy: named })).toBe(SERVICE);
    expect(new Set(proxy.asked.map(({ authorization }) => authorization))).toEqual(
      new Set([`Basic ${Buffer.from('ada:s@crate').toString('base64')}`]),
    );
  });

  it('can be reached over TLS, with a trusted certificate', async () => {
    const { address: endpoint, certificateAuthorities, authority } = await startWorkspaceOverTls();
    for (const [vouching, expectedMessage] of [
      [authority, SERVICE],
      [createCertificateAuthority(), expect.stringMatching(/^tls: /)],
    ] as const) {
      const { url } = await startProxy({ tls: vouching.issue(['localhost']) });
      const proxy = url.replace('127.0.0.1', 'localhost');
      expect(await whoAmI({ endpoint, certificateAuthorities, proxy })).toEqual(expectedMessage);
    }
  });

  it('is named as the cause if it is down, requires a password or refuses, and is never bypassed', async () => {
    const { address: endpoint, certificateAuthorities } = await startWorkspaceOverTls();
    const from = environment.emulator.requests.length;
    const through = (proxy: string) => whoAmI({ endpoint, certificateAuthorities, proxy });
    expect(await through('http://127.0.0.1:1')).toMatch(/^network: .*nothing listens/);
    expect(await through((await startProxy({ refuse: 407 })).url)).toMatch(/^network: The proxy requires a user/);
    expect(await through((await startProxy({ refuse: 403 })).url)).toMatch(
      /^network: The proxy responded with HTTP 403/,
    );
    expect(environment.emulator.requests.slice(from)).toEqual([]);
  });

  it('carries a whole set-up and its removal', async () => {
    const { address: endpoint, certificateAuthorities } = await startWorkspaceOverTls();
    const proxy = await startProxy();
    const other = await startEnvironment({ endpoint, certificateAuthorities, proxy: proxy.url });
    stops.push(() => other.close());
    const id = await other.create(body(true, SIGN_IN.client));
    const { status, reason } = await other.status(id);
    expect(status, reason).toBe('enabled');
    await other.remove(id);
    expect((await other.status(id)).status).toBe('deleted');
    expect(other.emulator.requests).toEqual([]);
  });
});

describe('a certificate instead of a secret', () => {
  it('signs the client in at a matching identity provider, with an assertion as documented', async () => {
    const { options, signIn, assertions } = await startProvider();
    expect(await whoAmI(options, signIn)).toBe(SERVICE);
    expect(assertions).toEqual([
      { iss: SERVICE, sub: SERVICE, aud: signIn.oAuthClientConfig.authorityUrl, lifetime: 300, secret: null },
    ]);
  });

  it('is rejected if the provider has another certificate, has seen the assertion before, or is not listed', async () => {
    const { options, signIn, forget } = await startProvider();
    const other = createCertificateAuthority().issue(['another client'], { rsa: true });
    const foreign = {
      ...signIn,
      oAuthClientConfig: { ...signIn.oAuthClientConfig, clientSecret: `${other.key}${other.cert}` },
    };
    expect(await whoAmI(options, foreign)).toMatch(/^credentials: /);
    expect(await whoAmI({ ...options, identityProviders: [] }, signIn)).toMatch(/^invalid-input: The host "localhost"/);
    expect(await whoAmI(options, signIn)).toBe(SERVICE);
    forget();
    expect(await whoAmI(options, signIn)).toMatch(/^credentials: /);
  });

  it('sets up a whole integration, and reveals no part of the key', async () => {
    const { options, signIn } = await startProvider();
    const other = await startEnvironment({ endpoint: environment.emulator.address, ...options });
    stops.push(() => other.close());
    const id = await other.create(body(true, signIn));
    const { status, reason } = await other.status(id);
    expect(status, reason).toBe('enabled');
    const output = `${reason}${other.log.join()}${JSON.stringify(await other.portcullis.integrations.get(ADMIN, id))}`;
    expect(output).not.toContain('PRIVATE KEY');
    await other.remove(id);
    expect((await other.status(id)).status).toBe('deleted');
  });
});

/**
 * The token endpoint of an identity provider that knows one client by its certificate. Sources: "Microsoft identity platform application
 * authentication certificate credentials"; RFC 7523, 3; RFC 7521, 4.2.
 */
async function startProvider() {
  const authority = createCertificateAuthority();
  const client = createCertificateAuthority().issue(['portcullis'], { rsa: true });
  const known = new Map([[SERVICE, new X509Certificate(client.cert)]]);
  const seen = new Set<unknown>();
  const assertions: object[] = [];
  const tokenFor = async (form: URLSearchParams, audience: string): Promise<string> => {
    const id = form.get('client_id') ?? '';
    const certificate = known.get(id);
    if (!certificate || form.get('grant_type') !== 'client_credentials') throw new Error('unknown client');
    if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      throw new Error('no assertion');
    const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion') ?? '', certificate.publicKey, {
      issuer: id,
      subject: id,
      audience,
      algorithms: ['RS256', 'PS256'],
      requiredClaims: ['jti', 'exp', 'iat'],
    });
    const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url');
    if (protectedHeader['x5t#S256'] !== thumbprint || seen.has(payload.jti)) throw new Error('another certificate');
    seen.add(payload.jti);
    const { iss, sub, aud, exp = 0, iat = 0 } = payload;
    assertions.push({ iss, sub, aud, lifetime: exp - iat, secret: form.get('client_secret') });
    const token = `eyJ${payload.jti}`;
    environment.emulator.signIn.tokens.set(token, { principal: id });
    return token;
  };
  const server = createTlsServer(authority.issue(['localhost']), async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const reply = await tokenFor(form, `${address}/tenant/oauth2/v2.0/token`).then(
      (token) => ({ status: 200, content: { access_token: token, token_type: 'Bearer', expires_in: 3599 } }),
      () => ({ status: 401, content: { error: 'invalid_client', error_description: 'AADSTS700027' } }),
    );
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.content));
  });
  const { address, stop } = await listenOnLoopback(server, 'https://localhost');
  stops.push(stop);
  return {
    options: { identityProviders: ['localhost'], certificateAuthorities: [authority.cert] },
    signIn: {
      authenticationType: 'oAuthM2M',
      oAuthClientConfig: {
        clientId: SERVICE,
        clientSecret: `${client.key}${client.cert}`,
        // The id of Databricks in every directory.
        scope: '2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default',
        authorityUrl: `${address}/tenant/oauth2/v2.0/token`,
        useCertificate: true,
      },
    },
    assertions,
    forget: () => known.clear(),
  };
}

describe('a token with an expiry', () => {
  it('is reported by an event before and after its expiry', async () => {
    const DAY_MS = 86_400_000;
    const clock = createFakeClock();
    const other = await startEnvironment({ endpoint: environment.emulator.address }, {}, { clock });
    stops.push(() => other.close());
    const ends = Math.floor(clock.now() / 1000) * 1000 + 20 * DAY_MS;
    const token = await new SignJWT()
      .setExpirationTime(ends / 1000)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32));
    environment.emulator.signIn.tokens.set(token, { principal: SERVICE });
    const id = await other.create(body(true, { ...SIGN_IN.token, token }));
    expect((await other.status(id)).status).toBe('enabled');
    await other.portcullis.settings.update(ADMIN, { recurringValidationPeriodMs: DAY_MS });
    const reports: object[] = [];
    other.portcullis.events.on('secret.expiring', (event) => reports.push(event));
    // A week passes without a warning, because the expiry is more than two weeks away.
    for (const expired of [false, true]) {
      while (reports.length === 0) {
        clock.advance(DAY_MS / 4);
        await pause(1);
      }
      expect(reports.splice(0)).toMatchObject([
        { integrationId: id, secret: 'token', expired, expiresAt: new Date(ends).toISOString() },
      ]);
      const left = expired ? 0 : 14 * DAY_MS;
      expect(ends - clock.now()).toBeLessThanOrEqual(left);
      clock.advance(left);
    }
  });
});

describe('a statement of an aborted caller', () => {
  const outcomes = () => environment.emulator.statements.map(({ outcome }) => outcome);

  it('is cancelled on the warehouse when the client of a dry run disconnects', async () => {
    const hung = environment.emulator.hung();
    environment.emulator.failNext('SELECT session_user()', 'hang');
    const controller = new AbortController();
    const caller = { ...ADMIN, signal: controller.signal };
    const dry = environment.portcullis.integrations
      .create(caller, body(true), { dryRun: true })
      .catch((error: unknown) => error);
    const { ended } = await hung;
    controller.abort();
    await ended;
    await dry;
    expect(outcomes()).toContain('cancelled');
  });

  it('is cancelled when the service shuts down in the middle of a set-up', async () => {
    const hung = environment.emulator.hung();
    environment.emulator.failNext('CREATE SCHEMA', 'hang');
    await environment.portcullis.integrations.create(ADMIN, body(true));
    const { ended } = await hung;
    await environment.portcullis.close({ deadlineMs: 100 });
    await ended;
    expect(outcomes()).toContain('cancelled');
  });

  it('is cancelled when a test exceeds the time limit of all tests', async () => {
    const other = await startEnvironment(
      { endpoint: environment.emulator.address },
      {},
      { integrations: { validationBudgetMs: 1_500 } },
    );
    stops.push(() => other.close());
    const hung = environment.emulator.hung();
    environment.emulator.failNext('SELECT session_user()', 'hang');
    const test = other.test(body(true), 'warehouse');
    await (await hung).ended;
    expect(await test).toMatchObject({ status: 'failed', failureClass: 'timeout' });
    expect(outcomes()).toContain('cancelled');
  });

  it('is cancelled when it exceeds the statement time limit, and the set-up is reverted', async () => {
    const other = await startEnvironment(
      { endpoint: environment.emulator.address },
      {},
      { integrations: { statementDeadlineMs: 1_000, transientRetries: 0 } },
    );
    stops.push(() => other.close());
    const before = accountFingerprint(environment.emulator.account);
    const hung = environment.emulator.hung();
    environment.emulator.failNext('CREATE SCHEMA', 'hang');
    const creating = other.create(body(true));
    await (await hung).ended;
    const { status, reason } = await other.status(await creating);
    expect(status, reason).toBe('createError');
    expect(reason).toContain('timeout');
    expect(outcomes()).toContain('cancelled');
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it('is cancelled even if its id arrives after all callers have aborted', async () => {
    const hung = environment.emulator.hung();
    environment.emulator.failNext('POST /api/2.0/sql/statements', 'late');
    const controller = new AbortController();
    const caller = { ...ADMIN, signal: controller.signal };
    const dry = environment.portcullis.integrations
      .create(caller, body(true), { dryRun: true })
      .catch((error: unknown) => error);
    const { cancel: release } = await hung;
    controller.abort();
    release();
    await dry;
    await expect.poll(outcomes).toContain('cancelled');
  });
});
