import { expect, it } from 'vitest';
import { lightHouse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';
import { environment } from './support/test-environment.ts';

it('works without options', () => {
  expect(lightHouse().type).toBe('Light House');
});

it('refuses an option that does not exist', () => {
  const misspelt: object = { endPoint: 'http://127.0.0.1:8080' };
  expect(() => lightHouse(misspelt)).toThrow('has no option "endPoint".');
});

it('sends no request after the caller has aborted', async () => {
  const { connect, platform } = environment();
  await expect(connect({ signal: AbortSignal.abort() })).rejects.toThrow();
  expect(platform.requests).toEqual([]);
});

it('does not connect to a host name that resolves to this machine', async () => {
  const { connect, platform } = environment({ ...Object.values(SAMPLES)[0], host: '127.0.0.1' });
  await expect(connect()).rejects.toMatchObject({ failureClass: 'invalid-input' });
  expect(platform.requests).toEqual([]);
});
// @if token

it('signs in with a token', async () => {
  const { connect, platform } = environment(SAMPLES.token);
  await connect();
  expect([...platform.authorizations]).toEqual([`Bearer ${SAMPLES.token.token}`]);
});
// @end
// @if password

it('signs in with a password', async () => {
  const { connect, platform } = environment(SAMPLES.password);
  await connect();
  const { username, password } = SAMPLES.password;
  expect([...platform.authorizations]).toEqual([`Basic ${btoa(`${username}:${password}`)}`]);
});
// @end
// @if oauth-client

it('signs in with the access token of a client', async () => {
  const { connect, platform } = environment(SAMPLES.oAuthClient);
  await connect();
  expect([...platform.authorizations]).toEqual(['Bearer a-token']);
});

it('sends the secret of a client only to listed hosts', async () => {
  const elsewhere = { ...SAMPLES.oAuthClient.oAuthClient, tokenUrl: 'https://elsewhere.example.org/token' };
  const { connect } = environment({ ...SAMPLES.oAuthClient, oAuthClient: elsewhere });
  await expect(connect()).rejects.toMatchObject({ failureClass: 'invalid-input' });
});
// @end
