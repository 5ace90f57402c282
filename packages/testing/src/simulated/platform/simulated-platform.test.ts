import {
  type AnyPluginDefinition,
  definitionOf,
  type ExecutableOperation,
  type ManagedObject,
  type Session,
} from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { simulatedPlugin } from '../plugin/simulated-plugin.ts';
import { SIMULATED_CONFIG } from '../plugin/simulated-samples.ts';
import { createSimulatedPlatform } from './create-simulated-platform.ts';
import { runScript } from './run-script.ts';

const SERVER = 'db.example.com:7000';
const signal = new AbortController().signal;
const mark = (key: string): string => `portcullis:i:t:${key}`;

function setUp(config: object = {}) {
  const platform = createSimulatedPlatform();
  const plugin = simulatedPlugin(platform);
  const definition = definitionOf(plugin) as AnyPluginDefinition;
  const whole = definition.config.parse({ ...SIMULATED_CONFIG, ...config });
  const objects = definition.objects(whole, { mode: 'automatic', facts: {}, mark, options: {} });
  const connect = (stage: string, actor: 'setup' | 'service' = 'setup', secrets = {}) =>
    definition.connect?.({
      config: whole,
      stage,
      actor,
      mode: 'automatic',
      facts: {},
      secrets,
      signal,
      deadlineMs: 1000,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    }) as Promise<Session>;
  const run = (session: Session, text: string, revealed = text) =>
    session.run({ kind: 'statement', text, reveal: () => revealed } as ExecutableOperation, { signal });
  const observe = async (session: Session, wanted: readonly ManagedObject[] = objects) =>
    (await definition.observe?.(
      session,
      wanted.map(({ key, kind, name, scope, desired = {} }) => ({ key, kind, name, scope, desired, mark: mark(key) })),
      { config: whole, signal },
    )) ?? [];
  return { platform, plugin, definition, config: whole, objects, connect, run, observe };
}

const DATABASE = `CREATE DATABASE "gov" MARK '${mark('database')}'`;
const USER = `CREATE USER "gov_service" PASSWORD {{servicePassword}}`;

describe('a simulated platform', () => {
  it('knows the effect of a statement from its object', async () => {
    const { platform, connect, run } = setUp();
    const session = await connect('initial');
    await run(session, DATABASE);
    expect(platform.objects).toMatchObject([
      { kind: 'database', name: 'gov', server: SERVER, mark: mark('database'), complete: true },
    ]);
    await run(session, 'DROP DATABASE "gov"');
    expect(platform.objects).toEqual([]);
    expect(
      platform.statements.map(({ number, actor, stage, text, outcome }) => [number, actor, stage, text, outcome]),
    ).toEqual([
      [1, 'setup', 'initial', DATABASE, 'done'],
      [2, 'setup', 'initial', 'DROP DATABASE "gov"', 'done'],
    ]);
  });

  it('rejects statements that a platform would reject', async () => {
    const { connect, run, platform } = setUp();
    const session = await connect('initial');
    await expect(run(session, 'DROP DATABASE "gov"')).rejects.toMatchObject({ failureClass: 'not-found' });
    await run(session, DATABASE);
    await expect(run(session, DATABASE)).rejects.toMatchObject({ failureClass: 'already-exists' });
    await expect(run(session, 'SELECT 1')).rejects.toMatchObject({ failureClass: 'invalid-input' });
    await run(session, `CREATE ROLE "portcullis_readers" MARK '${mark('readers')}'`);
    await run(session, USER, USER);
    await run(session, `MARK USER "gov_service" AS '${mark('service-account')}'`);
    await run(session, 'GRANT ROLE "portcullis_readers" TO "gov_service"');
    await expect(run(session, 'DROP ROLE "portcullis_readers"')).rejects.toMatchObject({ failureClass: 'in-use' });
    expect(platform.statements.filter(({ outcome }) => outcome === 'failed')).toHaveLength(4);
  });

  it('refuses to drop a database with open connections, and otherwise drops its contents too', async () => {
    const { connect, run, platform } = setUp();
    const session = await connect('initial');
    await run(session, DATABASE);
    const inside = await connect('main');
    await run(inside, `CREATE SCHEMA "portcullis" MARK '${mark('schema')}'`);
    await expect(run(session, 'DROP DATABASE "gov"')).rejects.toMatchObject({ failureClass: 'in-use' });
    await inside.close();
    await run(session, 'DROP DATABASE "gov"');
    expect(platform.objects).toEqual([]);
  });

  it('refuses connections to a missing database and with a wrong secret', async () => {
    const { connect, run, platform } = setUp();
    await expect(connect('main')).rejects.toMatchObject({ failureClass: 'not-found' });
    await expect(connect('initial', 'service', { servicePassword: 'p' })).rejects.toMatchObject({
      failureClass: 'credentials',
      message: expect.stringContaining('No object was made with the secret servicePassword: use its slot'),
    });
    const session = await connect('initial');
    await run(session, USER, USER.replace('{{servicePassword}}', `'it''s'`));
    await expect(connect('initial', 'service', { servicePassword: 'p' })).rejects.toMatchObject({
      failureClass: 'credentials',
      message: 'No account has the secret servicePassword of this sign-in.',
    });
    await (await connect('initial', 'service', { servicePassword: "it's" })).close();
    expect(platform.openSessions).toBe(1);
    expect(platform.openedSessions).toBe(2);
  });

  it('names an account that is already dropped', async () => {
    const { connect, run } = setUp();
    const session = await connect('initial');
    await run(session, USER, USER.replace('{{servicePassword}}', "'p'"));
    await run(session, 'DROP USER "gov_service"');
    await expect(connect('initial', 'service', { servicePassword: 'p' })).rejects.toMatchObject({
      failureClass: 'credentials',
      message: expect.stringContaining('is already dropped. If the service has to drop'),
    });
  });

  it('distinguishes our objects from foreign, absent and hidden ones', async () => {
    const { connect, run, platform, observe } = setUp();
    const session = await connect('initial');
    await run(session, DATABASE);
    platform.plant({ server: SERVER, kind: 'user', name: 'gov_service' });
    platform.plant({ server: 'elsewhere', kind: 'grant', name: 'portcullis_readers to gov_service' });
    platform.hide('role');
    const seen = Object.fromEntries((await observe(session)).map(({ key, state }) => [key, state]));
    expect(seen).toMatchObject({
      database: 'ours',
      'service-account': 'foreign',
      readers: 'unknown',
      membership: 'absent',
    });
  });

  it('treats a shared object as ours, whichever integration created it', async () => {
    const { connect, platform, observe } = setUp();
    const session = await connect('initial');
    const made = platform.plant({
      server: SERVER,
      kind: 'role',
      name: 'portcullis_readers',
      mark: 'portcullis:i:other:readers',
    });
    const state = async () => (await observe(session)).find(({ key }) => key === 'readers')?.state;
    expect(await state()).toBe('foreign');
    Object.assign(made, { shared: true });
    expect(await state()).toBe('ours');
    Object.assign(made, { mark: 'portcullis:another-instance:t:readers' });
    expect(await state()).toBe('foreign');
  });

  it('fails a chosen statement a chosen number of times', async () => {
    const { connect, run, platform } = setUp();
    const session = await connect('initial');
    platform.inject({ at: 2, effect: { fail: 'missing-grant', message: 'no', code: '42501' } });
    const off = platform.inject({ at: /^DROP/, times: 2, effect: { fail: 'in-use' } });
    await run(session, DATABASE);
    await expect(run(session, 'DROP DATABASE "gov"')).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('DROP DATABASE'),
    });
    await expect(run(session, 'DROP DATABASE "gov"')).rejects.toMatchObject({ failureClass: 'in-use' });
    off();
    await run(session, 'DROP DATABASE "gov"');
  });

  it.each(['applied', 'not-applied'] as const)('can lose the reply or hang, with the statement %s', async (applied) => {
    const { connect, platform } = setUp();
    const session = await connect('initial');
    const isThere = (): boolean => platform.objects.length > 0;
    platform.inject({ at: 1, effect: { loseReply: applied } });
    const create = { kind: 'statement', text: DATABASE, reveal: () => DATABASE } as const;
    await expect(session.run(create, { signal })).rejects.toMatchObject({ failureClass: 'network' });
    expect(isThere()).toBe(applied === 'applied');
    if (!isThere()) await session.run(create, { signal });
    platform.inject({ at: 1, effect: { hang: applied } });
    const gone = new AbortController();
    const text = 'DROP DATABASE "gov"';
    const hanging = session.run({ kind: 'statement', text, reveal: () => text }, { signal: gone.signal });
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort(new Error('gave up'));
    await expect(hanging).rejects.toThrow('gave up');
    expect(isThere()).toBe(applied === 'not-applied');
    expect(platform.statements.at(-1)?.outcome).toBe('lost');
  });

  it('refuses connections on demand', async () => {
    const { connect, platform } = setUp();
    const off = platform.refuseConnections({ with: 'credentials', actor: 'setup' });
    await expect(connect('initial')).rejects.toMatchObject({ failureClass: 'credentials' });
    off();
    platform.refuseConnections({ stage: 'initial', times: 1 });
    await expect(connect('initial')).rejects.toMatchObject({ failureClass: 'network' });
    await connect('initial');
  });

  it('never answers for a killed process, and reports the time of the kill', async () => {
    const { connect, run, platform } = setUp();
    const session = await connect('initial');
    const dead = platform.killAt(1, 'after');
    let responded = false;
    void run(session, DATABASE).then(() => {
      responded = true;
    });
    await dead;
    await new Promise((resolve) => setImmediate(resolve));
    expect(responded).toBe(false);
    expect(platform.objects).toHaveLength(1);
    expect(platform.openSessions).toBe(0);
  });

  it('records sent statements completely', async () => {
    const { connect, run, platform } = setUp();
    const session = await connect('initial');
    await run(session, USER, USER.replace('{{servicePassword}}', "'secret'"));
    expect(platform.statements[0]).toMatchObject({
      text: USER,
      revealed: `CREATE USER "gov_service" PASSWORD 'secret'`,
    });
  });

  it('runs scripts line by line, fills slots, applies guards and ignores comments', () => {
    const { platform, plugin, config } = setUp();
    platform.plant({ server: SERVER, kind: 'role', name: 'portcullis_readers' });
    const script = [
      '-- DROP DATABASE "gov";',
      `UNLESS (x)\n${DATABASE};`,
      `UNLESS (x)\n${DATABASE};`,
      `UNLESS (x)\nCREATE ROLE "portcullis_readers" MARK '${mark('readers')}';`,
      'PROVIDED (x)\nDROP ROLE "portcullis_readers";',
      `${USER};`,
    ].join('\n');
    runScript(platform, { plugin, config, script, secrets: { servicePassword: 'p' } });
    expect(platform.objects.map(({ kind, mark: carried }) => [kind, carried])).toEqual([
      ['role', null],
      ['database', mark('database')],
      ['user', null],
    ]);
    expect(platform.statements.map(({ actor, revealed }) => [actor, revealed.split(' ').at(-1)])).toEqual([
      ['administrator', `'${mark('database')}'`],
      ['administrator', `'p'`],
    ]);
  });
});
