import { findMariaDb, NO_MARIADB } from '@portcullis/testing/mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint, openManualClient } from './manual-client.ts';
import {
  ADMIN,
  bodyFor,
  type RealEnvironment,
  refusals,
  setUp,
  startEnvironment,
  waitForStatus,
} from './test-environment.ts';

const program = findMariaDb();
const PASSWORD = "Gov'1\\Account";

describe.skipIf(!program)(program ? 'on a real MariaDB' : NO_MARIADB, () => {
  let server: RealEnvironment['server'];
  let admin: RealEnvironment['admin'];
  let portcullis: RealEnvironment['portcullis'];
  let stop: RealEnvironment['stop'] | undefined;
  let before: unknown;

  beforeAll(async () => {
    ({ server, admin, portcullis, stop } = await startEnvironment(program ?? ''));
    before = await fingerprint(admin);
  });

  afterAll(() => stop?.());

  const credentials = () => ({ authenticationType: 'password', username: server.user, password: server.password });
  const findings = async (id: number, privileged?: object) =>
    (await portcullis.integrations.drift(ADMIN, id, privileged)).findings.map(
      ({ state, object }) => `${state} ${object.key}`,
    );

  it('grants the service its own database, not those that match a wildcard', async () => {
    await admin.rows('CREATE DATABASE govX1');
    const id = await setUp(portcullis, bodyFor(server));
    await admin.rows("SET PASSWORD FOR 'gov_1_service'@'%' = PASSWORD('known')");
    const service = await openManualClient(server, { user: 'gov_1_service', password: 'known' });
    await service.rows('CREATE VIEW gov_1.one AS SELECT 1 AS one');
    await expect(service.rows('CREATE VIEW govX1.one AS SELECT 1 AS one')).rejects.toThrow(/denied/);
    await expect(service.rows('SELECT * FROM mysql.user')).rejects.toThrow(/denied/);
    await service.end();
    await portcullis.integrations.remove(ADMIN, id, credentials());
    await waitForStatus(portcullis, id, 'deleted');
    await admin.rows('DROP DATABASE govX1');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it("does not change the administrator's password when it replaces the password of the service", async () => {
    const id = await setUp(portcullis, bodyFor(server));
    await portcullis.integrations.rotateSecret(ADMIN, id, credentials());
    await waitForStatus(portcullis, id, 'enabled');
    await portcullis.integrations.remove(ADMIN, id, credentials());
    await waitForStatus(portcullis, id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('rotates the password of the service by itself', async () => {
    const id = await setUp(portcullis, bodyFor(server));
    const hash = async () => (await admin.rows("SELECT Password FROM mysql.user WHERE User = 'gov_1_service'"))[0];
    const first = await hash();
    await portcullis.integrations.rotateSecret(ADMIN, id, {});
    await waitForStatus(portcullis, id, 'enabled');
    expect(await hash()).not.toEqual(first);
    expect((await portcullis.integrations.validate(ADMIN, id)).status).not.toBe('failed');
    await portcullis.integrations.remove(ADMIN, id, credentials());
    await waitForStatus(portcullis, id, 'deleted');
  });

  describe('by script', () => {
    const manual = (changes: object = {}) =>
      bodyFor(server, { username: 'gov account', password: PASSWORD, ...changes }, false);
    const filled = (script: string) =>
      script.replaceAll('{{servicePassword}}', `'${PASSWORD.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`);
    const script = async (kind: 'create' | 'cleanup', changes: object = {}) =>
      filled((await portcullis.integrations.script(ADMIN, kind, manual(changes))).script);

    it('stops at a foreign object, and does not remove it', async () => {
      await admin.rows("CREATE DATABASE gov_1 COMMENT 'mine'");
      await admin.rows("CREATE USER 'gov account'@'%'");
      const taken = await fingerprint(admin);
      expect(await admin.runScript(await script('create'))).toContain('Portcullis stopped at database "gov_1"');
      await admin.runScript(await script('cleanup'));
      expect(await fingerprint(admin)).toEqual(taken);
      await admin.rows('DROP DATABASE gov_1');
      await admin.rows("DROP USER 'gov account'@'%'");
    });

    it.each(['a`b', "it's", 'a"b', 'ünï-数据', '// DELIMITER ;', '%_%', '-- x', '$$'])(
      'accepts the name %s unchanged',
      async (database) => {
        const names = { database, username: `${database} account` };
        expect(await admin.runScript(await script('create', names))).toBeUndefined();
        const id = await setUp(portcullis, manual(names));
        expect(await findings(id)).toEqual([]);
        const { script: removal } = await portcullis.integrations.deleteScript(ADMIN, id);
        expect(await admin.runScript(removal)).toBeUndefined();
        await portcullis.integrations.remove(ADMIN, id, undefined);
        await waitForStatus(portcullis, id, 'deleted');
        expect(await fingerprint(admin)).toEqual(before);
      },
    );
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'credentials'],
    ['an account that is not there', { username: 'unknown' }, 'credentials'],
    ['a port without a listener', { port: 1 }, 'network'],
  ])('reports the cause of %s', async (_what, changes, failureClass) => {
    const [refused] = await refusals(portcullis.integrations.create(ADMIN, bodyFor(server, changes)));
    expect(refused).toMatchObject({ name: 'Initial Validation: Basic Connection Test', failureClass });
  });
});
