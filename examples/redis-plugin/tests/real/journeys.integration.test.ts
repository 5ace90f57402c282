import { findRedis, NO_REDIS } from '@portcullis/testing/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, type RealEnvironment, refusals, setUp, startEnvironment, waitForStatus } from './test-environment.ts';

const program = findRedis();
const CREDENTIALS = {
  authenticationType: 'password',
  username: 'administrator',
  password: 'Admin4Account "Password',
};

describe.skipIf(!program)(program ? 'on a real Redis' : NO_REDIS, () => {
  let environment: RealEnvironment;
  let portcullis: RealEnvironment['portcullis'];
  let bodyFor: RealEnvironment['bodyFor'];
  let send: RealEnvironment['send'];
  let before: readonly string[];

  beforeAll(async () => {
    environment = await startEnvironment(program ?? '');
    ({ portcullis, bodyFor, send } = environment);
  });

  afterAll(() => environment?.stop());

  beforeEach(async () => {
    before = await environment.accounts();
  });

  const findings = async (id: number, privileged?: object) =>
    (await portcullis.integrations.drift(ADMIN, id, privileged)).findings.map(
      ({ state, object }) => `${state} ${object.key}`,
    );
  const remove = async (id: number, privileged?: object) => {
    await portcullis.integrations.remove(ADMIN, id, privileged);
    await waitForStatus(portcullis, id, 'deleted');
  };
  const rulesOf = async (name: string) => (await environment.accounts()).find((line) => line.includes(` ${name} `));

  it('sets up, edits, repairs and removes without a trace on the server', async () => {
    const id = await setUp(portcullis, bodyFor());
    expect(await findings(id, CREDENTIALS)).toEqual([]);

    await portcullis.integrations.update(ADMIN, id, bodyFor({ access: 'read-write' }));
    await waitForStatus(portcullis, id, 'enabled');
    expect(await rulesOf('gov-service')).toContain('+@write');
    expect(await findings(id, CREDENTIALS)).toEqual([]);

    await send('ACL', 'SETUSER', 'gov-service', '+config');
    expect(await findings(id, CREDENTIALS)).toEqual(['changed service-account']);
    await portcullis.integrations.update(ADMIN, id, bodyFor({ access: 'read-write' }));
    await waitForStatus(portcullis, id, 'enabled');
    expect(await rulesOf('gov-service')).not.toContain('+config');

    await remove(id, CREDENTIALS);
    expect(await environment.accounts()).toEqual(before);
  });

  it('saves the accounts after each operation, so that they survive a restart', async () => {
    const id = await setUp(portcullis, bodyFor());
    expect(environment.savedAccounts()).toEqual(await environment.accounts());
    await portcullis.integrations.update(ADMIN, id, bodyFor({ access: 'read-write' }));
    await waitForStatus(portcullis, id, 'enabled');
    expect(environment.savedAccounts()).toEqual(await environment.accounts());
    await remove(id, CREDENTIALS);
    expect(environment.savedAccounts()).toEqual(before);
  });

  it('replaces the password of the service, and removes the old one', async () => {
    const id = await setUp(portcullis, bodyFor());
    const passwords = async () =>
      ((await send('ACL', 'GETUSER', 'gov-service')) as { readonly passwords: readonly string[] }).passwords;
    const first = await passwords();
    await portcullis.integrations.rotateSecret(ADMIN, id, CREDENTIALS);
    await waitForStatus(portcullis, id, 'enabled');
    const second = await passwords();
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
    expect((await portcullis.integrations.validate(ADMIN, id)).status).not.toBe('failed');
    await remove(id, CREDENTIALS);
  });

  it('reports a service account that lost its keys, with the command that grants them', async () => {
    const id = await setUp(portcullis, bodyFor());
    await send('ACL', 'SETUSER', 'gov-service', 'resetkeys');
    const { validationTests } = await portcullis.integrations.validate(ADMIN, id);
    const failed = validationTests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ name }) => name)).toEqual(['Recurring Validation: Service Account Reaches Its Keys']);
    const [remedy = ''] = failed.flatMap(({ remediation }) => remediation?.statements ?? []);
    expect(environment.runScript(remedy)).toEqual({ status: 0, errors: '' });
    const again = await portcullis.integrations.validate(ADMIN, id);
    expect(again.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    await remove(id, CREDENTIALS);
  });

  it('neither changes nor removes an account of the same name', async () => {
    await send('ACL', 'SETUSER', 'gov-service', 'on', '>mine', '~mine:*');
    const taken = await environment.accounts();
    const [refused] = await refusals(portcullis.integrations.create(ADMIN, bodyFor()));
    expect(refused?.name).toBe('Validate Automatic: Service Account Does Not Exist');
    expect(await environment.accounts()).toEqual(taken);
    await send('ACL', 'DELUSER', 'gov-service');
  });

  describe('by script', () => {
    const PASSWORD = `Gov'1" \\Account`;
    const manual = (changes: object = {}) =>
      bodyFor({ username: 'gov-account', password: PASSWORD, ...changes }, false);
    // In the form that the header of the script asks for.
    const filled = (script: string) => script.replaceAll('{{servicePassword}}', PASSWORD.replaceAll("'", "'\\''"));
    const script = async (kind: 'create' | 'edit' | 'cleanup', changes: object = {}, id?: number) =>
      filled((await portcullis.integrations.script(ADMIN, kind, manual(changes), id)).script);
    const DONE = { status: 0, errors: '' };

    it('is set up, edited and removed, each script run twice', async () => {
      const create = await script('create');
      expect(environment.runScript(create)).toEqual(DONE);
      expect(environment.runScript(create)).toEqual(DONE);
      const id = await setUp(portcullis, manual());
      expect(environment.savedAccounts()).toEqual(await environment.accounts());
      expect(await findings(id)).toEqual([]);

      const edit = await script('edit', { access: 'read-write' }, id);
      expect(environment.runScript(edit)).toEqual(DONE);
      expect(environment.runScript(edit)).toEqual(DONE);
      expect(await rulesOf('gov-account')).toContain('+@write');
      await portcullis.integrations.update(ADMIN, id, manual({ access: 'read-write' }));
      await waitForStatus(portcullis, id, 'enabled');

      const { script: removal } = await portcullis.integrations.deleteScript(ADMIN, id);
      expect(environment.runScript(removal)).toEqual(DONE);
      expect(environment.runScript(removal)).toEqual(DONE);
      await remove(id);
      expect(await environment.accounts()).toEqual(before);
    });

    it('stops at a foreign account, and does not remove it', async () => {
      await send('ACL', 'SETUSER', 'gov-account', 'on', '>mine');
      const taken = await environment.accounts();
      const { status, errors } = environment.runScript(await script('create'));
      expect(status).toBe(1);
      expect(errors).toBe('The user "gov-account" is not of this integration.\n');
      environment.runScript(await script('cleanup'));
      expect(await environment.accounts()).toEqual(taken);
      await send('ACL', 'DELUSER', 'gov-account');
    });

    it.each(["o'hara", 'a"b', '$(exit)', '`exit`', 'ünï-数据', '#x', '-p', '{{servicePassword}}', 'a\\'])(
      'accepts the name %s unchanged',
      async (username) => {
        const create = (await portcullis.integrations.script(ADMIN, 'create', manual({ username }))).script;
        const withPassword = create.replace('>{{servicePassword}}', () => filled('>{{servicePassword}}'));
        expect(environment.runScript(withPassword)).toEqual(DONE);
        const id = await setUp(portcullis, manual({ username }));
        expect(await findings(id)).toEqual([]);
        const { script: removal } = await portcullis.integrations.deleteScript(ADMIN, id);
        expect(environment.runScript(removal)).toEqual(DONE);
        await remove(id);
        expect(await environment.accounts()).toEqual(before);
      },
    );
  });

  it('reports a server without an ACL file, and undoes the set-up', async () => {
    const other = await startEnvironment(program ?? '', []);
    try {
      const accounts = await other.accounts();
      await other.portcullis.integrations.create(ADMIN, other.bodyFor());
      await expect(waitForStatus(other.portcullis, 1, 'enabled')).rejects.toThrow('no ACL file');
      expect(await other.accounts()).toEqual(accounts);
      await setUp(other.portcullis, other.bodyFor({ prefix: 'more', persistence: 'none' }));
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'credentials'],
    ['an account that does not exist', { username: 'unknown' }, 'credentials'],
    ['a port without a listener', { port: 1 }, 'network'],
  ])('reports the cause of %s', async (_what, changes, failureClass) => {
    const [refused] = await refusals(portcullis.integrations.create(ADMIN, bodyFor(changes)));
    expect(refused).toMatchObject({ name: 'Initial Validation: Basic Connection Test', failureClass });
  });
});
