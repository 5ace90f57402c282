import { findMariaDb, NO_MARIADB } from '@portcullis/testing/mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint } from './manual-client.ts';
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
const ACCOUNT = 'set `up` account';
const PASSWORD = 'Setup4Account9Password';
const AT = '`set ``up`` account`@`%`';

describe.skipIf(!program)(program ? 'the least role on a real MariaDB' : NO_MARIADB, () => {
  let server: RealEnvironment['server'];
  let admin: RealEnvironment['admin'];
  let portcullis: RealEnvironment['portcullis'];
  let stop: RealEnvironment['stop'] | undefined;

  beforeAll(async () => {
    ({ server, admin, portcullis, stop } = await startEnvironment(program ?? ''));
  });

  afterAll(() => stop?.());

  const body = (changes: object = {}) => bodyFor(server, { username: ACCOUNT, password: PASSWORD, ...changes });
  const credentials = { authenticationType: 'password', username: ACCOUNT, password: PASSWORD };

  /** Requests the least role, and runs its script as the administrator. */
  async function prepare() {
    const role = await portcullis.integrations.privileges(ADMIN, body());
    return { role, error: await admin.runScript(role.script.replaceAll('{{setupPassword}}', `'${PASSWORD}'`)) };
  }

  it('is created by its script, which can be run twice, and is sufficient for all operations', async () => {
    const { error } = await prepare();
    expect(error).toBeUndefined();
    expect((await prepare()).error).toBeUndefined();
    const before = await fingerprint(admin);
    const id = await setUp(portcullis, body());
    await portcullis.integrations.update(ADMIN, id, body({ connectionLimit: 9 }));
    await waitForStatus(portcullis, id, 'enabled');
    expect((await portcullis.integrations.drift(ADMIN, id, credentials)).findings).toEqual([]);
    await portcullis.integrations.remove(ADMIN, id, credentials);
    await waitForStatus(portcullis, id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('has only necessary grants: a creation fails without any of them, and passes after the remedy', async () => {
    const { role } = await prepare();
    const grants = role.privileges.flatMap(({ statements }) => statements);
    expect(grants.length).toBeGreaterThan(10);
    for (const grant of new Set(grants)) {
      const revoke = grant
        .replace(/^GRANT/, 'REVOKE')
        .replace(` TO ${AT}`, ` FROM ${AT}`)
        .replace(' WITH GRANT OPTION', '');
      await admin.rows(revoke);
      const failed = await refusals(portcullis.integrations.create(ADMIN, body()));
      const statements = failed.flatMap(({ remediation }) => remediation?.statements ?? []);
      expect(statements, `without ${grant}`).toContain(`${grant};`);
      for (const statement of statements) await admin.rows(statement);
      const id = await setUp(portcullis, body());
      await portcullis.integrations.remove(ADMIN, id, credentials);
      await waitForStatus(portcullis, id, 'deleted');
    }
  });

  it('reports the lost privileges of the service account', async () => {
    const id = await setUp(portcullis, body());
    await admin.rows("REVOKE CREATE VIEW ON `gov\\_1`.* FROM 'gov_1_service'@'%'");
    const { validationTests } = await portcullis.integrations.validate(ADMIN, id);
    const failed = validationTests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ name }) => name)).toEqual(['Recurring Validation: Service Account May Work in the Database']);
    for (const statement of failed.flatMap(({ remediation }) => remediation?.statements ?? []))
      await admin.rows(statement);
    const again = await portcullis.integrations.validate(ADMIN, id);
    expect(again.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
  });
});
