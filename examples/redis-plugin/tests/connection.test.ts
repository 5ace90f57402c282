import type { ExecutableOperation } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { SAMPLES } from '../src/samples.ts';
import { scriptedClient } from './support/scripted-client.ts';
import { environment } from './support/test-environment.ts';

const { signal } = new AbortController();
const SERVICE = { actor: 'service', secrets: { servicePassword: 'made by the library' } } as const;
const SETUSER: ExecutableOperation = {
  kind: 'command',
  text: "redis-cli ACL SETUSER ada '>{{servicePassword}}'",
  reveal: () => ['ACL', 'SETUSER', 'ada', '>two words'],
};

it('signs the service in with the generated password', async () => {
  const client = scriptedClient();
  await environment({ plugin: { client: client.load } }).connect(SERVICE);
  expect(client.connections).toEqual([
    expect.objectContaining({ username: 'governance-service', password: 'made by the library' }),
  ]);
});

it('signs in with a password, over TLS', async () => {
  const client = scriptedClient();
  await environment({ plugin: { client: client.load } }).connect();
  const { username, password, host } = SAMPLES.password;
  expect(client.connections).toEqual([
    expect.objectContaining({ username, password, socket: expect.objectContaining({ tls: true, servername: host }) }),
  ]);
});

it('reports missing credentials', async () => {
  const { connect } = environment({ plugin: { client: scriptedClient().load } });
  await expect(connect({ actor: 'service' })).rejects.toMatchObject({ failureClass: 'credentials' });
});

it('makes no connection after the caller has aborted', async () => {
  const client = scriptedClient();
  const { connect } = environment({ plugin: { client: client.load } });
  await expect(connect({ ...SERVICE, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(client.connections).toEqual([]);
});

it.each(['127.0.0.1', 'localhost'])('does not connect to %s, which is this machine', async (host) => {
  const { connect, config } = environment();
  const request = { ...SERVICE, config: { ...config, host } };
  await expect(connect(request)).rejects.toMatchObject({ failureClass: 'invalid-input' });
});

it('sends a command as its arguments', async () => {
  const client = scriptedClient();
  const session = await environment({ plugin: { client: client.load } }).connect();
  await session.run(SETUSER, { signal });
  expect(client.commands).toEqual([['ACL', 'SETUSER', 'ada', '>two words']]);
});

it('does not create an account over an existing one', async () => {
  const client = scriptedClient((_group, verb) => (verb === 'GETUSER' ? { commands: '-@all' } : 'OK'));
  const session = await environment({ plugin: { client: client.load } }).connect();
  const change = { action: 'create', objectKey: 'service-account' } as const;
  await expect(session.run(SETUSER, { signal, change })).rejects.toMatchObject({ failureClass: 'already-exists' });
  expect(client.commands).toEqual([['ACL', 'GETUSER', 'ada']]);
});

it('refuses statements of other kinds', async () => {
  const session = await environment({ plugin: { client: scriptedClient().load } }).connect();
  const statement: ExecutableOperation = { kind: 'statement', text: 'SELECT 1', reveal: () => 'SELECT 1' };
  await expect(session.run(statement, { signal })).rejects.toMatchObject({ failureClass: 'internal' });
});
