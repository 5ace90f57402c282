import { findRedis, NO_REDIS } from '@portcullis/testing/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type RealEnvironment, refusals, setUp, startEnvironment, waitForStatus } from './test-environment.ts';

const program = findRedis();
const CREDENTIALS = { authenticationType: 'password', username: 'set-up', password: 'Setup4Account9Password' };

describe.skipIf(!program)(program ? 'the least role on a real Redis' : NO_REDIS, () => {
  let environment: RealEnvironment;
  let portcullis: RealEnvironment['portcullis'];
  let server: RealEnvironment['server'];

  beforeAll(async () => {
    environment = await startEnvironment(program ?? '');
    ({ portcullis, server } = environment);
  });

  afterAll(() => environment?.stop());

  const body = (changes: object = {}) => environment.bodyFor({ ...CREDENTIALS, ...changes });

  /** Requests the least role, and runs its script as the administrator. */
  async function prepare() {
    const role = await portcullis.integrations.privileges(ADMIN, body());
    const ran = await server.runScript(role.script.replaceAll('{{setupPassword}}', CREDENTIALS.password));
    return { role, ran };
  }

  it('is created by its script, which can be run twice, and is sufficient for all operations', async () => {
    expect((await prepare()).ran).toBeUndefined();
    expect((await prepare()).ran).toBeUndefined();
    const before = await server.look();
    const id = await setUp(portcullis, body());
    await portcullis.integrations.update(ADMIN, id, body({ access: 'read-write' }));
    await waitForStatus(portcullis, id, 'enabled');
    expect((await portcullis.integrations.drift(ADMIN, id, CREDENTIALS)).findings).toEqual([]);
    await portcullis.integrations.rotateSecret(ADMIN, id, CREDENTIALS);
    await waitForStatus(portcullis, id, 'enabled');
    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    await waitForStatus(portcullis, id, 'deleted');
    expect(await server.look()).toEqual(before);
  });

  it('has only necessary grants: a creation is refused without any of them, and passes after the remedy', async () => {
    const { role } = await prepare();
    const grants = new Set(role.privileges.flatMap(({ statements }) => statements));
    expect(grants.size).toBe(4);
    for (const grant of grants) {
      const rule = /\+acl\|\w+/.exec(grant)?.[0] ?? '';
      // The server replaces the rule of the same command, and the other rules stay.
      await server.send('ACL', 'SETUSER', CREDENTIALS.username, '-acl', '+acl|whoami');
      for (const other of grants) if (other !== grant) await server.runScript(other);
      const failed = await refusals(portcullis.integrations.create(ADMIN, body()));
      const statements = failed.flatMap(({ remediation }) => remediation?.statements ?? []);
      expect(statements.join('\n'), `without ${rule}`).toContain(rule);
      for (const statement of statements) await server.runScript(statement);
      const id = await setUp(portcullis, body());
      await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
      await waitForStatus(portcullis, id, 'deleted');
    }
  });
});
