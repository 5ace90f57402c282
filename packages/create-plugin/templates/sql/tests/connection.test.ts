import { expect, it } from 'vitest';
import { SAMPLES } from '../src/samples.ts';
import { scriptedDriver } from './support/scripted-driver.ts';
// @if oauth-client
import { scriptedSender } from './support/scripted-sender.ts';
// @end
import { environment } from './support/test-environment.ts';

it('signs the service in with the generated password', async () => {
  const driver = scriptedDriver();
  const { connect } = environment({ plugin: { driver: driver.load } });
  const session = await connect({ actor: 'service', secrets: { servicePassword: 'made by the library' } });
  await session.close();
  expect(driver.connections).toEqual([
    expect.objectContaining({ user: 'governance_service', password: 'made by the library' }),
  ]);
});

it('reports missing credentials', async () => {
  const { connect } = environment({ plugin: { driver: scriptedDriver().load } });
  await expect(connect({ actor: 'service' })).rejects.toMatchObject({ failureClass: 'credentials' });
});

it('sends no statement after the caller has aborted', async () => {
  const driver = scriptedDriver();
  const { connect } = environment({ plugin: { driver: driver.load } });
  await expect(
    connect({ actor: 'service', secrets: { servicePassword: 'x' }, signal: AbortSignal.abort() }),
  ).rejects.toThrow();
  expect(driver.connections).toEqual([]);
});
// @if password

it('signs in with a password', async () => {
  const driver = scriptedDriver();
  await environment({ plugin: { driver: driver.load }, config: SAMPLES.password }).connect();
  const { username: user, password } = SAMPLES.password;
  expect(driver.connections).toEqual([
    expect.objectContaining({ user, password, ssl: expect.objectContaining({ rejectUnauthorized: true }) }),
  ]);
});
// @end
// @if key-pair

it('signs in with a certificate', async () => {
  const driver = scriptedDriver();
  await environment({ plugin: { driver: driver.load }, config: SAMPLES.keyPair }).connect();
  const { certificate: cert, privateKey: key } = SAMPLES.keyPair;
  expect(driver.connections).toEqual([expect.objectContaining({ ssl: expect.objectContaining({ cert, key }) })]);
});
// @end

it('does not connect to a host name that resolves to this machine', async () => {
  // The real driver: it requests a socket, which makes no connection.
  const { connect, config } = environment();
  const request = {
    actor: 'service',
    secrets: { servicePassword: 'x' },
    config: { ...config, host: '127.0.0.1' },
  } as const;
  await expect(connect(request)).rejects.toMatchObject({ failureClass: 'invalid-input' });
});
// @if oauth-client

it('signs in with the access token of a client', async () => {
  const driver = scriptedDriver();
  const { send, requests } = scriptedSender(200, { access_token: 'a token' });
  const plugin = { driver: driver.load, send, identityProviders: ['login.example.com'] };
  await environment({ plugin, config: SAMPLES.oAuthClient }).connect();
  expect(requests).toEqual([
    expect.objectContaining({ method: 'POST', body: 'grant_type=client_credentials&scope=database' }),
  ]);
  expect(driver.connections).toEqual([expect.objectContaining({ password: 'a token' })]);
});

it('sends the secret of a client only to listed hosts', async () => {
  const { connect } = environment({ config: SAMPLES.oAuthClient });
  await expect(connect()).rejects.toMatchObject({ failureClass: 'invalid-input' });
});

it('reports a rejection of the identity provider, without the secret', async () => {
  const { send } = scriptedSender(401, { error: 'invalid_client' });
  const { connect } = environment({
    plugin: { send, identityProviders: ['.example.com'] },
    config: SAMPLES.oAuthClient,
  });
  const error = await connect().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ failureClass: 'credentials', message: expect.stringContaining('invalid_client') });
  expect(String(error)).not.toContain(SAMPLES.oAuthClient.oAuthClient.clientSecret);
});
// @end
