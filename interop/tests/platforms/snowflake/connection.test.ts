import { randomUUID } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import { classifyFailure, definitionOf, sql } from '@portcullis/plugin-api';
import { type SnowflakeOptions, snowflake } from '@portcullis/plugin-snowflake';
import { createProxy } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addUser,
  body,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { fingerprint } from '../../../src/shared/emulator/fingerprint.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';
import { listenOnLoopback } from '../../../src/shared/network/listen-on-loopback.ts';

let environment: SnowflakeEnvironment;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await environment.close();
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ROUTES = [
  ['through the driver', { ...SIGN_IN.password }, {}],
  ['through the driver, with a key pair', { ...SIGN_IN.keyPair }, { transport: 'driver' }],
  ['over the SQL REST API', { ...SIGN_IN.keyPair }, {}],
] as const;

/** Opens a session of the privileged user. */
async function open(signIn: object, options: SnowflakeOptions = {}, signal = new AbortController().signal) {
  const definition = definitionOf(snowflake({ endpoint: environment.emulator.address, ...options }));
  const config = definition.config.parse(body(true, signIn).config);
  const session = await definition.connect?.({
    config,
    stage: 'account',
    actor: 'setup',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal,
    deadlineMs: 20_000,
    logger: quiet,
  });
  return { definition, session: session as never as { query: Query; roleRefusal: unknown; close(): Promise<void> } };
}
type Query = (statement: ReturnType<typeof sql>, options?: { signal?: AbortSignal }) => Promise<readonly object[]>;
const WHO = sql`SELECT CURRENT_VERSION() AS VERSION, CURRENT_ACCOUNT() AS ACCOUNT, CURRENT_REGION() AS REGION, CURRENT_ROLE() AS ROLE`;

describe.each(ROUTES)('a session %s', (_route, signIn, options) => {
  it('reads all rows of a result, also if the account limits results', async () => {
    for (let count = 0; count < 25; count += 1) addUser(environment.emulator, `MEMBER_${count}`, ['PUBLIC']);
    // The account limits results.
    environment.emulator.account.rowsPerResultset = 5;
    const { session } = await open(signIn, options);
    const rows = (await session.query(sql`SHOW USERS`)) as readonly { readonly name: string }[];
    expect(rows.filter(({ name }) => name.startsWith('MEMBER_'))).toHaveLength(25);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    await session.close();
  });

  it('cancels a statement on the platform when its caller has aborted', async () => {
    const { definition, session } = await open(signIn, options);
    environment.emulator.failNext('SELECT CURRENT_VERSION()', 'hang');
    const hung = environment.emulator.hung();
    const controller = new AbortController();
    const query = session.query(WHO, { signal: controller.signal }).catch((error: unknown) => error);
    const { cancelled } = await hung;
    controller.abort();
    await cancelled;
    expect(classifyFailure(await query, definition.classifyError).class).toBe('timeout');
    await session.close();
  });

  it('cancels the running statement of a set-up when the service shuts down', async () => {
    const other = await startEnvironment({ endpoint: environment.emulator.address, ...options });
    stops.push(() => other.close());
    environment.emulator.failNext('CREATE DATABASE', 'hang');
    const hung = environment.emulator.hung();
    await other.portcullis.integrations.create(ADMIN, body(true, signIn));
    const { cancelled } = await hung;
    await other.portcullis.close({ deadlineMs: 100 });
    await cancelled;
  });

  it('cancels a statement of a set-up that exceeds its time limit, and leaves nothing behind', async () => {
    const other = await startEnvironment(
      { endpoint: environment.emulator.address, ...options },
      {},
      { integrations: { statementDeadlineMs: 1_000, transientRetries: 0 } },
    );
    stops.push(() => other.close());
    const before = fingerprint(environment.emulator.account);
    environment.emulator.failNext('CREATE DATABASE', 'hang');
    const hung = environment.emulator.hung();
    const creating = other.create(body(true, signIn));
    await (await hung).cancelled;
    const { status, reason } = await other.status(await creating);
    expect(status, reason).toBe('createError');
    expect(reason).toContain('timeout');
    expect(fingerprint(environment.emulator.account)).toBe(before);
  });

  it('sets the statement time-out of the platform', async () => {
    const from = environment.emulator.timeouts.length;
    const { session } = await open(signIn, { ...options, statementTimeoutMs: 41_500 });
    await session.query(WHO);
    const timeouts = environment.emulator.timeouts.slice(from);
    expect(timeouts.length).toBeGreaterThan(0);
    expect(new Set(timeouts)).toEqual(new Set([42]));
    await session.close();
  });
});

describe('a request for the outcome of a statement', () => {
  it('is repeated while the interface is busy', async () => {
    const { session } = await open(SIGN_IN.keyPair);
    environment.emulator.pollRefusals.set('SELECT CURRENT_VERSION()', [429, 503]);
    expect(await session.query(WHO)).toHaveLength(1);
    await session.close();
  });

  it('that fails cancels the statement, so that it does not take effect later', async () => {
    environment.emulator.pollRefusals.set('CREATE DATABASE', [503, 503, 503]);
    environment.emulator.failNext('CREATE DATABASE', 'hang');
    const hung = environment.emulator.hung();
    const creating = environment.create(body(true, SIGN_IN.keyPair));
    await (await hung).cancelled;
    expect((await environment.status(await creating)).status).toBe('createError');
  });

  it('that fails is no reason to send the statement again', async () => {
    environment.emulator.pollRefusals.set('CREATE DATABASE', [503, 503, 503]);
    const id = await environment.create(body(true, SIGN_IN.keyPair));
    expect(environment.emulator.pollRefusals.size).toBe(0);
    const sent = environment.emulator.statements.filter(({ text }) => text.startsWith('CREATE DATABASE'));
    expect(sent).toMatchObject([{ outcome: 'done' }]);
    const { status, reason } = await environment.status(id);
    expect(status, reason).toBe('enabled');
  });
});

it('connects through the configured proxy only', async () => {
  const proxy = await createProxy();
  stops.push(proxy.close);
  const { session } = await open(SIGN_IN.keyPair, { proxy: proxy.url });
  expect(await session.query(WHO)).toHaveLength(1);
  await session.close();
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(
    new Set([new URL(environment.emulator.address).host]),
  );
});

describe.each([
  ['over the SQL REST API', {}],
  ['through the driver', { transport: 'driver' }],
] as const)('a client of an identity provider %s', (_route, options) => {
  const client = (authorityUrl: string, changes: object = {}) => ({
    authenticationType: 'oAuthClientCredentials',
    oAuthClientConfig: {
      provider: 'okta',
      clientId: 'the-client',
      clientSecret: 'Client7Secret',
      scope: 'session:role-any',
      authorityUrl,
      ...changes,
    },
    role: 'ACCOUNTADMIN',
  });

  it('signs in with an access token that the provider issues for its secret', async () => {
    const provider = await startProvider();
    addUser(environment.emulator, 'CLIENT', ['ACCOUNTADMIN'], { loginName: 'the-client' });
    const trusted = { identityProviders: ['localhost'], certificateAuthorities: [provider.authority] };
    const { session } = await open(client(provider.address), { ...options, ...trusted });
    expect(await session.query(WHO)).toMatchObject([{ ROLE: 'ACCOUNTADMIN' }]);
    await session.close();
    expect(provider.requests).toMatchObject([{ grant_type: 'client_credentials', scope: 'session:role-any' }]);
  });

  it('signs in with a token that does not permit the default role of its user', async () => {
    const provider = await startProvider();
    const user = addUser(environment.emulator, 'CLIENT', ['PUBLIC', 'ACCOUNTADMIN'], { loginName: 'the-client' });
    Object.assign(user, { notPermitted: new Set(['PUBLIC']) });
    const trusted = { identityProviders: ['localhost'], certificateAuthorities: [provider.authority] };
    const { session } = await open(client(provider.address), { ...options, ...trusted });
    expect(await session.query(WHO)).toMatchObject([{ ROLE: 'ACCOUNTADMIN' }]);
    await session.close();
  });

  it('signs in with a token that does not permit the requested role, for the test that reports it', async () => {
    const provider = await startProvider();
    const user = addUser(environment.emulator, 'CLIENT', ['PUBLIC', 'ACCOUNTADMIN'], { loginName: 'the-client' });
    Object.assign(user, { notPermitted: new Set(['ACCOUNTADMIN']) });
    const trusted = { identityProviders: ['localhost'], certificateAuthorities: [provider.authority] };
    const { session } = await open(client(provider.address), { ...options, ...trusted });
    expect(session.roleRefusal).toMatchObject({ code: '390317' });
    await session.close();
  });

  it('gets an error that names the rejecting server', async () => {
    const provider = await startProvider();
    const trusted = { identityProviders: ['localhost'], certificateAuthorities: [provider.authority] };
    const attempt = open(client(provider.address, { clientSecret: 'wrong' }), { ...options, ...trusted });
    const { classifyError } = definitionOf(snowflake());
    const failure = classifyFailure(await attempt.catch((error: unknown) => error), classifyError);
    expect(failure).toMatchObject({
      class: 'credentials',
      message: expect.stringContaining('identity provider refused the client (invalid_client)'),
    });
    const unknown = open(client(provider.address), { ...options, ...trusted });
    expect(classifyFailure(await unknown.catch((error: unknown) => error), classifyError).class).toBe('credentials');
  });

  it('sends its secret only to a listed server with a trusted certificate', async () => {
    const provider = await startProvider();
    const { classifyError } = definitionOf(snowflake());
    const unnamed = open(client(provider.address), options);
    expect(classifyFailure(await unnamed.catch((error: unknown) => error), classifyError).class).toBe('invalid-input');
    const untrusted = open(client(provider.address), { ...options, identityProviders: ['localhost'] });
    expect(classifyFailure(await untrusted.catch((error: unknown) => error), classifyError).class).toBe('tls');
    expect(provider.requests).toEqual([]);
  });
});

/** The token endpoint of an identity provider. Sources: RFC 6749, 4.4.2 and 5.2. */
async function startProvider() {
  const authority = createCertificateAuthority();
  const requests: Record<string, string>[] = [];
  const server = createTlsServer(authority.issue(['localhost']), async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    requests.push(form);
    const isKnown = form.client_id === 'the-client' && form.client_secret === 'Client7Secret';
    const token = randomUUID();
    if (isKnown) environment.emulator.accessTokens.set(token, 'the-client');
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { access_token: token, token_type: 'bearer' } : { error: 'invalid_client' }));
  });
  server.on('tlsClientError', () => {});
  const { address, stop } = await listenOnLoopback(server, 'https://localhost');
  stops.push(stop);
  return { address: `${address}/token`, authority: authority.cert, requests };
}
