import { ServiceError } from '@portcullis/core';
import { findMariaDb, NO_MARIADB } from '@portcullis/testing/mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint, openManualClient } from './manual-client.ts';
import { ADMIN, bodyFor, type RealEnvironment, setUp, startEnvironment, waitForStatus } from './test-environment.ts';

const program = findMariaDb();
const SETUP = { username: 'set up', password: 'Setup4Account9Password' };

/** Objects of another account in the database, each with the statements that create and drop it. */
const FOREIGN = [
  ['table theirs', 'CREATE TABLE gov_1.theirs (a int)', 'DROP TABLE gov_1.theirs'],
  ['view seen', 'CREATE VIEW gov_1.seen AS SELECT 1 AS one', 'DROP VIEW gov_1.seen'],
  ['routine called', 'CREATE PROCEDURE gov_1.called() SELECT 1', 'DROP PROCEDURE gov_1.called'],
  ['routine counted', 'CREATE FUNCTION gov_1.counted() RETURNS int RETURN 1', 'DROP FUNCTION gov_1.counted'],
  ['event timed', 'CREATE EVENT gov_1.timed ON SCHEDULE EVERY 1 YEAR DO SELECT 1', 'DROP EVENT gov_1.timed'],
] as const;

describe.skipIf(!program)(program ? 'the container query on a real MariaDB' : NO_MARIADB, () => {
  let server: RealEnvironment['server'];
  let admin: RealEnvironment['admin'];
  let portcullis: RealEnvironment['portcullis'];
  let stop: RealEnvironment['stop'] | undefined;

  beforeAll(async () => {
    ({ server, admin, portcullis, stop } = await startEnvironment(program ?? ''));
    const { script } = await portcullis.integrations.privileges(ADMIN, bodyFor(server, SETUP));
    expect(await admin.runScript(script.replaceAll('{{setupPassword}}', `'${SETUP.password}'`))).toBeUndefined();
  });

  afterAll(() => stop?.());

  const first = () => ({ username: server.user, password: server.password });
  const credentialsOf = (account: object) => ({ authenticationType: 'password', ...account });
  const refusalOf = (operation: Promise<unknown>): Promise<unknown> =>
    operation.then(
      () => 'It was not refused.',
      (error: unknown) => (ServiceError.isInstance(error) ? error.code : Promise.reject(error)),
    );

  it.each([
    ['the first account', first],
    ['the least role', () => SETUP],
  ])('names the objects of another account, and keeps the database: set up by %s', async (_who, accountOf) => {
    const account = accountOf();
    const before = await fingerprint(admin);
    const id = await setUp(portcullis, bodyFor(server, account));
    for (const [what, make, drop] of FOREIGN) {
      await admin.rows(make);
      const response = await portcullis.integrations.remove(ADMIN, id, credentialsOf(account), { dryRun: true });
      expect('plan' in response && response.plan.warnings.join(' ')).toContain(what);
      const refusal = await refusalOf(portcullis.integrations.remove(ADMIN, id, credentialsOf(account)));
      expect(refusal, what).toBe('FOREIGN_CONTENTS');
      await admin.rows(drop);
    }
    await portcullis.integrations.remove(ADMIN, id, credentialsOf(account));
    await waitForStatus(portcullis, id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('treats objects of the service as its own', async () => {
    const before = await fingerprint(admin);
    const id = await setUp(portcullis, bodyFor(server));
    await admin.rows("SET PASSWORD FOR 'gov_1_service'@'%' = PASSWORD('known')");
    const service = await openManualClient(server, { user: 'gov_1_service', password: 'known' });
    await service.rows('CREATE VIEW gov_1.one AS SELECT 1 AS one');
    await service.end();
    await portcullis.integrations.remove(ADMIN, id, credentialsOf(first()));
    await waitForStatus(portcullis, id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('drops the database with all its objects on request', async () => {
    const before = await fingerprint(admin);
    const id = await setUp(portcullis, bodyFor(server));
    for (const [, statement] of FOREIGN) await admin.rows(statement);
    await portcullis.integrations.remove(ADMIN, id, credentialsOf(first()), { dropContents: true });
    await waitForStatus(portcullis, id, 'deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it.each(FOREIGN)('stops the delete script at a %s', async (_what, statement) => {
    const manual = bodyFor(server, { username: 'gov account', password: 'x' }, false);
    const { script: create } = await portcullis.integrations.script(ADMIN, 'create', manual);
    expect(await admin.runScript(create.replaceAll('{{servicePassword}}', "'x'"))).toBeUndefined();
    const id = await setUp(portcullis, manual);
    await admin.rows(statement);
    const { script: removal } = await portcullis.integrations.deleteScript(ADMIN, id);
    expect(await admin.runScript(removal)).toContain('it contains foreign objects');
    const [database] = await admin.rows(
      "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'gov_1'",
    );
    expect(database).toBeDefined();
    await admin.rows('DROP DATABASE gov_1');
    expect(await admin.runScript(removal)).toBeUndefined();
    await portcullis.integrations.remove(ADMIN, id, undefined);
    await waitForStatus(portcullis, id, 'deleted');
  });
});
