import { definitionOf } from '@portcullis/plugin-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlatformSession } from '../src/connection/platform-session.ts';
import { lighthouse, type PluginOptions } from '../src/index.ts';
import { SAMPLE } from '../src/samples.ts';
import { type Emulator, startEmulator } from './support/start-emulator.ts';

const { signal } = new AbortController();
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  const { roles, accounts, grants, requests } = emulator.state;
  for (const list of [roles, accounts, grants]) list.reset();
  requests.splice(0);
});

async function connect(changes: object = {}, options: PluginOptions = { endpoint: emulator.address }) {
  const definition = definitionOf(lighthouse(options));
  const config = definition.config.parse({ ...SAMPLE, ...changes });
  const request = { config, stage: 'platform', actor: 'setup', mode: 'automatic', facts: {}, secrets: {} } as const;
  return (await definition.connect?.({ ...request, signal, deadlineMs: 5_000, logger: quiet })) as PlatformSession;
}

const sent = (path: string) => emulator.state.requests.filter((each) => each.includes(path));

describe('a session', () => {
  it('reads all pages of a list, and repeats a request that was limited', async () => {
    const { calls, close } = await connect();
    for (let list = 0; list < 3; list += 1) {
      expect((await calls.roles(signal)).map(({ name }) => name)).toEqual(['admin', 'analyst', 'auditor']);
    }
    expect(sent('/v1/roles').length).toBeGreaterThan(6);
    await close();
  });

  it('replaces its access token a minute before the expiry', async () => {
    const { calls, close } = await connect();
    await calls.account(signal);
    expect(sent('/oauth/token')).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    await calls.account(signal);
    expect(sent('/oauth/token').length).toBeGreaterThan(1);
    await close();
  });

  it('repeats a grant to a role that is too new, and waits until it is carried out', async () => {
    const { calls, close } = await connect();
    const { catalogs, roles, grants } = emulator.state;
    await calls.createRole({ name: 'governance', mark: 'a mark' }, signal);
    const roleId = roles.items.at(-1)?.id ?? '';
    const catalogId = catalogs.items[0]?.id ?? '';
    await calls.grant(roleId, { catalogId, privilege: 'read' }, signal);
    expect(sent(`POST /v1/roles/${roleId}/grants`).length).toBeGreaterThan(1);
    expect(grants.items).toMatchObject([{ roleId, catalogId, privilege: 'read' }]);
    await expect(calls.grant(roleId, { catalogId, privilege: 'read' }, signal)).rejects.toMatchObject({
      code: 'grant_exists',
    });
    await close();
  });
});

it('does not sign in with a wrong secret', async () => {
  await expect(connect({ clientSecret: 'wrong' })).rejects.toMatchObject({
    failureClass: 'credentials',
    vendorCode: 'invalid_client',
  });
});

it('does not connect to a host that is this machine', async () => {
  await expect(connect({ host: '127.0.0.1' }, {})).rejects.toMatchObject({ failureClass: 'invalid-input' });
});
