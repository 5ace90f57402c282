import { findRedis, NO_REDIS } from '@portcullis/testing/redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from './start-server.ts';
import { ADMIN, type RealEnvironment, refusals, setUp, startEnvironment, waitForStatus } from './test-environment.ts';

const program = findRedis();
const CREDENTIALS = { authenticationType: 'password', ...ADMINISTRATOR };

describe.skipIf(!program)(program ? 'on a real Redis' : NO_REDIS, () => {
  let environment: RealEnvironment;
  let portcullis: RealEnvironment['portcullis'];
  let server: RealEnvironment['server'];
  let bodyFor: RealEnvironment['bodyFor'];

  beforeAll(async () => {
    environment = await startEnvironment(program ?? '');
    ({ portcullis, server, bodyFor } = environment);
  });

  afterAll(() => environment?.stop());

  afterEach(() => server.clean());

  const remove = async (id: number, privileged?: object) => {
    await portcullis.integrations.remove(ADMIN, id, privileged);
    await waitForStatus(portcullis, id, 'deleted');
  };

  it('saves the accounts after each operation, so that they survive a restart', async () => {
    const before = await server.look();
    const id = await setUp(portcullis, bodyFor());
    expect(server.saved()).toEqual(await server.look());
    await portcullis.integrations.update(ADMIN, id, bodyFor({ access: 'read-write' }));
    await waitForStatus(portcullis, id, 'enabled');
    expect(server.saved()).toEqual(await server.look());
    await remove(id, CREDENTIALS);
    expect(server.saved()).toEqual(before);
  });

  it('removes the old password of the service', async () => {
    const id = await setUp(portcullis, bodyFor());
    const passwords = async () =>
      ((await server.send('ACL', 'GETUSER', 'gov-service')) as { readonly passwords: readonly string[] }).passwords;
    const first = await passwords();
    await portcullis.integrations.rotateSecret(ADMIN, id, CREDENTIALS);
    await waitForStatus(portcullis, id, 'enabled');
    expect(await passwords()).toHaveLength(1);
    expect(await passwords()).not.toEqual(first);
    await remove(id, CREDENTIALS);
  });

  it('reports a service account that lost its keys, with the command that grants them', async () => {
    const id = await setUp(portcullis, bodyFor());
    await server.send('ACL', 'SETUSER', 'gov-service', 'resetkeys');
    const { validationTests } = await portcullis.integrations.validate(ADMIN, id);
    const failed = validationTests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ name }) => name)).toEqual(['Recurring Validation: Service Account Can Access Its Keys']);
    const [remedy = ''] = failed.flatMap(({ remediation }) => remediation?.statements ?? []);
    expect(await server.runScript(remedy)).toBeUndefined();
    const again = await portcullis.integrations.validate(ADMIN, id);
    expect(again.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    await remove(id, CREDENTIALS);
  });

  it('names the foreign account at which a script stops', async () => {
    const body = bodyFor({ username: 'gov-account' }, false);
    const { script } = await portcullis.integrations.script(ADMIN, 'create', body);
    await server.make({ key: 'service-account', kind: 'user', name: 'gov-account' });
    expect(await server.runScript(script)).toBe('The user "gov-account" does not belong to this integration.\n');
  });

  it.each(['a"b', '$(exit)', '`exit`', 'ünï-数据', '#x', '-p', '{{servicePassword}}', 'a\\'])(
    'accepts the name %s unchanged in scripts',
    async (username) => {
      const before = await server.look();
      const body = bodyFor({ username, password: 'a password' }, false);
      const { script } = await portcullis.integrations.script(ADMIN, 'create', body);
      expect(await server.runScript(script.replace('>{{servicePassword}}', '>a password'))).toBeUndefined();
      const id = await setUp(portcullis, body);
      expect(Object.keys(await server.look())).toContain(username);
      expect(await server.runScript((await portcullis.integrations.deleteScript(ADMIN, id)).script)).toBeUndefined();
      await remove(id);
      expect(await server.look()).toEqual(before);
    },
  );

  it('reports a server without an ACL file, and undoes the set-up', async () => {
    const other = await startEnvironment(program ?? '', []);
    try {
      const before = await other.server.look();
      await other.portcullis.integrations.create(ADMIN, other.bodyFor());
      await expect(waitForStatus(other.portcullis, 1, 'enabled')).rejects.toThrow('no ACL file');
      expect(await other.server.look()).toEqual(before);
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
