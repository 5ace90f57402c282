import type { Observation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { scriptedClient } from './support/scripted-client.ts';
import { environment, markOf } from './support/test-environment.ts';

const SERVICE = { actor: 'service', secrets: { servicePassword: 'x' } } as const;
const { signal } = new AbortController();
const MARK = markOf('service-account');
const refused = new Error('NOPERM this user has no permissions to run this command');

/** Returns the plugin's observation of the account, from the replies of the server. */
async function look(reply: (...command: readonly string[]) => unknown): Promise<Observation | undefined> {
  const client = scriptedClient(reply);
  const { definition, objects, config, connect } = environment({ plugin: { client: client.load } });
  const observed = objects.map(({ key, kind, name, scope }) => {
    return { key, kind, name, scope, desired: {}, mark: markOf(key) };
  });
  const [seen] = (await definition.observe?.(await connect(SERVICE), observed, { config, signal })) ?? [];
  return seen;
}

describe('an observation of the platform', () => {
  it('finds no account on an empty platform', async () => {
    expect(await look(() => null)).toMatchObject({ state: 'absent' });
  });

  it.each([
    ['a map of an older server', { commands: '-@all +publish +@read', channels: [MARK] }],
    ['a map of a newer server', { commands: '-@all +publish +@read', channels: `&other &${MARK}` }],
    ['a list of the second protocol', ['commands', '-@all +publish +@read', 'channels', [MARK]]],
  ])('recognises our account in %s', async (_form, reply) => {
    expect(await look(() => reply)).toMatchObject({ state: 'ours', values: { commands: '-@all +@read +publish' } });
  });

  it('treats an account without our mark as foreign', async () => {
    expect(await look(() => ({ commands: '+@all', channels: ['*', `${MARK}2`] }))).toMatchObject({ state: 'foreign' });
  });

  it('recognises the service account, as itself, by its channel', async () => {
    const itself = (publish: unknown) => (first?: string, second?: string) =>
      first === 'PUBLISH' ? publish : second === 'WHOAMI' ? 'governance-service' : refused;
    expect(await look(itself(0))).toMatchObject({ state: 'ours' });
    expect(await look(itself(refused))).toMatchObject({ state: 'foreign' });
  });

  it('treats an account that it may not see as unknown', async () => {
    expect(await look((_first, second) => (second === 'WHOAMI' ? 'ada' : refused))).toMatchObject({ state: 'unknown' });
  });
});

it('lists accounts with a mark', async () => {
  const client = scriptedClient(() => [`user a on resetchannels &${MARK} -@all`, 'user default on ~* &* +@all']);
  const { definition, config, connect } = environment({ plugin: { client: client.load } });
  const items = await definition.inventory?.(await connect(SERVICE), { config, markPrefix: 'portcullis:', signal });
  expect(items).toEqual([{ kind: 'user', name: 'a', mark: MARK }]);
});
