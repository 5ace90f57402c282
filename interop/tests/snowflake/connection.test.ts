import { randomUUID } from 'node:crypto';
import { createServer, request as forward } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { classifyFailure, definitionOf, sql } from '@portcullis/plugin-api';
import { type SnowflakeOptions, snowflake } from '@portcullis/plugin-snowflake';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificateAuthority } from '../../src/synapse-stand-in/tds/certificates.ts';
import { addUser, body, SIGN_IN, startTrial, type Trial } from './trial.ts';

let trial: Trial;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  trial = await startTrial();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await trial.close();
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ROUTES = [
  ['through the driver', { ...SIGN_IN.password }, {}],
  ['through the driver, with a key pair', { ...SIGN_IN.keyPair }, { transport: 'driver' }],
  ['over the SQL REST API', { ...SIGN_IN.keyPair }, {}],
] as const;

/** Opens a session of the privileged user. */
async function open(signIn: object, options: SnowflakeOptions = {}, signal = new AbortController().signal) {
  const definition = definitionOf(snowflake({ endpoint: trial.standIn.address, ...options }));
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
  return { definition, session: session as never as { query: Query; close(): Promise<void> } };
}
type Query = (statement: ReturnType<typeof sql>, options?: { signal?: AbortSignal }) => Promise<readonly object[]>;
const WHO = sql`SELECT CURRENT_VERSION() AS VERSION, CURRENT_ACCOUNT() AS ACCOUNT, CURRENT_REGION() AS REGION, CURRENT_ROLE() AS ROLE`;

describe.each(ROUTES)('a session %s', (_route, signIn, options) => {
  it('has the platform end a statement that nobody waits for any more', async () => {
    const { definition, session } = await open(signIn, options);
    trial.standIn.failNext('SELECT CURRENT_VERSION()', 'hang');
    const hung = trial.standIn.hung();
    const controller = new AbortController();
    const query = session.query(WHO, { signal: controller.signal }).catch((error: unknown) => error);
    const { cancelled } = await hung;
    controller.abort();
    await cancelled;
    expect(classifyFailure(await query, definition.classifyError).class).toBe('timeout');
    await session.close();
  });

  it('tells the platform after how long to end a statement by itself', async () => {
    const from = trial.standIn.timeouts.length;
    const { session } = await open(signIn, { ...options, statementTimeoutMs: 41_500 });
    await session.query(WHO);
    const told = trial.standIn.timeouts.slice(from);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told)).toEqual(new Set([42]));
    await session.close();
  });
});

it('goes through the proxy that was named, and nowhere else', async () => {
  const proxy = await startProxy();
  const { session } = await open(SIGN_IN.keyPair, { proxy: proxy.address });
  expect(await session.query(WHO)).toHaveLength(1);
  await session.close();
  expect(proxy.targets.length).toBeGreaterThan(0);
  expect(new Set(proxy.targets)).toEqual(new Set([new URL(trial.standIn.address).host]));
});

it('names the proxy to the driver, with whom to sign in to it as', async () => {
  const made: object[] = [];
  const driver = {
    configure() {},
    createConnection(options: object) {
      made.push(options);
      throw new Error('Enough is known.');
    },
  };
  const proxy = 'http://ada:s%40crate@proxy.example.com:3128';
  await open(SIGN_IN.password, { proxy, driver: async () => driver }).catch(() => {});
  expect(made).toMatchObject([
    {
      proxyHost: 'proxy.example.com',
      proxyPort: 3128,
      proxyProtocol: 'http',
      proxyUser: 'ada',
      proxyPassword: 's@crate',
    },
  ]);
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

  it('signs in with an access token that the provider gives for its secret', async () => {
    const provider = await startProvider();
    addUser(trial.standIn, 'CLIENT', ['ACCOUNTADMIN'], { loginName: 'the-client' });
    const trusted = { identityProviders: ['localhost'], certificateAuthorities: [provider.authority] };
    const { session } = await open(client(provider.address), { ...options, ...trusted });
    expect(await session.query(WHO)).toMatchObject([{ ROLE: 'ACCOUNTADMIN' }]);
    await session.close();
    expect(provider.requests).toMatchObject([{ grant_type: 'client_credentials', scope: 'session:role-any' }]);
  });

  it('is told whose refusal it was', async () => {
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

  it('sends its secret to nobody who was not named, or whose certificate nobody vouches for', async () => {
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
    if (isKnown) trial.standIn.accessTokens.set(token, 'the-client');
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { access_token: token, token_type: 'bearer' } : { error: 'invalid_client' }));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { address: `https://localhost:${port}/token`, authority: authority.cert, requests };
}

/** A proxy that forwards requests and opens tunnels. Source: RFC 9110, 7.6 and 9.3.6. */
async function startProxy() {
  const targets: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '');
    targets.push(url.host);
    const onward = forward(url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on('connect', (request, socket) => {
    targets.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [onward, socket]) each.on('error', () => {});
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets };
}
