import { viewComment } from '@portcullis/plugin-synapse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { runInQueryTool } from '../../../src/platforms/synapse/query-tool.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: SynapseEnvironment;
let before: string;

async function start(options?: Parameters<typeof startEnvironment>[0]): Promise<void> {
  environment = await startEnvironment(options);
  before = environment.emulator.fingerprint();
}

afterEach(() => environment.close());

const IMPERSONATION = { impersonation: { enabled: true, role: 'maskers' } };
/** The comment with which the host marks its views. */
const COMMENT = viewComment({ database: 'governance', schema: 'governed' });
const CREDENTIALS = { username: ADMINISTRATOR.userName, password: ADMINISTRATOR.password };

async function expectStatus(id: number, wanted: string): Promise<void> {
  const { status, reason } = await environment.status(id);
  expect(status, reason).toBe(wanted);
}

const names = () =>
  environment.emulator.server.databases[1]?.principals
    .filter(({ id, isFixed }) => id > 4 && !isFixed)
    .map(({ name }) => name);

describe.each(['verified', 'strict'] as const)('an automatic set-up, encrypted as %s', (encryption) => {
  beforeEach(() => start({ plugin: { encryption } }));

  it('sets everything up, uses it as the service account, changes with edits, and leaves nothing behind', async () => {
    const dry = await environment.dryRun(environment.body(true, IMPERSONATION));
    expect(dry.validationResults.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(environment.emulator.fingerprint()).toBe(before);

    const id = await environment.create(environment.body(true, IMPERSONATION));
    await expectStatus(id, 'enabled');
    const service = names()?.find((name) => name !== 'maskers') ?? '';
    expect(names()).toContain('maskers');
    expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });

    const again = await environment.portcullis.integrations.validate(ADMIN, id);
    expect(again.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(again.validationTests.filter(({ status }) => status === 'passed').length).toBeGreaterThanOrEqual(2);
    expect(environment.emulator.logins.some(({ userName }) => userName === service)).toBe(true);

    const full = environment.emulator.fingerprint();
    await environment.update(id, environment.body(true));
    await expectStatus(id, 'enabled');
    expect(names()).toEqual([service]);
    await environment.update(id, environment.body(true, { impersonation: { enabled: true, role: 'other ]role' } }));
    expect(names()).toEqual([service, 'other ]role']);
    await environment.update(id, environment.body(true, IMPERSONATION));
    await expectStatus(id, 'enabled');
    expect(environment.emulator.fingerprint()).toBe(full);
    expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean' });

    await environment.remove(id, CREDENTIALS);
    await expectStatus(id, 'deleted');
    expect(environment.emulator.fingerprint()).toBe(before);
  });
});

describe('the created objects', () => {
  beforeEach(() => start());

  it('are removed with the views in their schema', async () => {
    const id = await environment.create(environment.body(true, IMPERSONATION));
    await expectStatus(id, 'enabled');
    const admin = await environment.openClient('governance');
    const profiles = 'SELECT user_name FROM [governed_system].[user_profile]';
    await admin.batch(`CREATE VIEW [governed].[people ]]1] AS ${COMMENT} ${profiles}`);
    await admin.batch(`CREATE VIEW [governed].[people2] AS ${COMMENT} ${profiles}`);
    expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean' });
    await environment.remove(id, CREDENTIALS);
    await expectStatus(id, 'deleted');
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it('are kept with a view that the host has not made, until it is gone', async () => {
    const id = await environment.create(environment.body(true));
    const admin = await environment.openClient('governance');
    await admin.batch(`CREATE VIEW [governed].[ours] AS ${COMMENT} SELECT 1 AS one`);
    await admin.batch('CREATE VIEW [governed].[theirs] AS SELECT 1 AS one');
    const kept = environment.emulator.fingerprint();
    for (const dropContents of [false, true]) {
      await expect(
        environment.portcullis.integrations.remove(ADMIN, id, CREDENTIALS, { dropContents }),
      ).rejects.toMatchObject({
        code: 'FOREIGN_CONTENTS',
        message: expect.stringContaining(': view governed.theirs.'),
      });
    }
    expect(environment.emulator.fingerprint()).toBe(kept);
    await admin.batch('DROP VIEW [governed].[theirs]');
    await environment.remove(id, CREDENTIALS);
    await expectStatus(id, 'deleted');
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it('let only members of the role query as an account with a profile', async () => {
    const id = await environment.create(environment.body(true, IMPERSONATION));
    await expectStatus(id, 'enabled');
    const admin = await environment.openClient('governance');
    const master = await environment.openClient('master');
    const eve = { userName: 'eve', password: 'Strong7Enough' };
    await master.batch(`CREATE LOGIN eve WITH PASSWORD = '${eve.password}'`);
    await admin.batch('CREATE USER eve');
    const client = await environment.openClient('governance', eve);
    const impersonate = () => client.batch("EXEC [governed_procedures].[impersonate] N'bob'");
    await expect(impersonate()).rejects.toMatchObject({ number: 229 });
    await admin.batch("EXEC sp_addrolemember N'maskers', N'eve'");
    await expect(impersonate()).rejects.toMatchObject({ number: 50_000 });
    const profile = "N'bob', N'', N'', N''";
    await expect(client.batch(`EXEC [governed_procedures].[set_user_profile] ${profile}`)).rejects.toMatchObject({
      number: 229,
    });
    await admin.batch(`EXEC [governed_procedures].[set_user_profile] ${profile}`);
    await admin.batch(`EXEC [governed_procedures].[set_user_profile] ${profile}`);
    await impersonate();
    const rows = async () =>
      (await admin.batch('SELECT account, acts_as FROM [governed_system].[impersonations]')).rows;
    expect(await rows()).toEqual([{ account: 'eve', acts_as: 'bob' }]);
    await client.batch('EXEC [governed_procedures].[stop_impersonating]');
    expect(await rows()).toEqual([]);
    await expect(client.batch('DELETE FROM [governed_system].[user_profile]')).rejects.toMatchObject({ number: 229 });
  });

  it('are removed even if the role has members', async () => {
    const id = await environment.create(environment.body(true, IMPERSONATION));
    const admin = await environment.openClient('governance');
    await admin.batch('CREATE USER puppet WITHOUT LOGIN');
    await admin.batch("EXEC sp_addrolemember N'maskers', N'puppet'");
    await environment.update(id, environment.body(true));
    await expectStatus(id, 'enabled');
    expect(names()).not.toContain('maskers');
  });
});

describe('a custom set-up login', () => {
  beforeEach(() => start());
  const setup = { userName: 'setup ]1', password: 'Setup4Account9Password' };
  const signIn = { username: setup.userName, password: setup.password };

  it('needs exactly the privileges that the printed script grants', async () => {
    const { script } = await environment.portcullis.integrations.privileges(
      ADMIN,
      environment.body(true, { ...IMPERSONATION, ...signIn }),
    );
    expect(script).not.toContain(setup.password);
    const filled = script.replaceAll('PASSWORD = {{setupPassword}}', `PASSWORD = '${setup.password}'`);
    expect(await runInQueryTool(filled, environment.openClient, 'master')).toEqual([]);
    const prepared = environment.emulator.fingerprint();
    expect(await runInQueryTool(filled, environment.openClient, 'master')).toEqual([]);
    expect(environment.emulator.fingerprint()).toBe(prepared);

    const id = await environment.create(environment.body(true, { ...IMPERSONATION, ...signIn }));
    await expectStatus(id, 'enabled');
    await environment.update(id, environment.body(true, signIn));
    await expectStatus(id, 'enabled');
    await environment.remove(id, signIn);
    await expectStatus(id, 'deleted');
    expect(environment.emulator.fingerprint()).toBe(prepared);
  });

  /** The missing permission of the login, its initial permissions, and the test that reports the gap. */
  const LACKING: readonly (readonly [
    what: string,
    given: readonly (readonly [database: string, batch: string])[],
    test: string,
  ])[] = [
    ['a user in the pool', [], 'basic-connection'],
    ['control of the pool', [['governance', 'CREATE USER [setup ]]1] FOR LOGIN [setup ]]1]']], 'privileged-role'],
    [
      'a user in master',
      [
        ['governance', 'CREATE USER [setup ]]1] FOR LOGIN [setup ]]1]'],
        ['governance', "EXEC sp_addrolemember N'db_owner', N'setup ]1'"],
      ],
      'bootstrap-user-grants',
    ],
    [
      'membership in loginmanager',
      [
        ['governance', 'CREATE USER [setup ]]1] FOR LOGIN [setup ]]1]'],
        ['governance', 'GRANT CONTROL ON DATABASE::governance TO [setup ]]1]'],
        ['master', 'CREATE USER [setup ]]1] FOR LOGIN [setup ]]1]'],
      ],
      'bootstrap-user-grants',
    ],
  ];

  it.each(LACKING)('gets a report that it lacks %s, with the statements that grant it', async (_what, given, test) => {
    const master = await environment.openClient('master');
    await master.batch(`CREATE LOGIN [setup ]]1] WITH PASSWORD = '${setup.password}'`);
    for (const [database, batch] of given) await (await environment.openClient(database)).batch(batch);
    const planted = environment.emulator.fingerprint();
    const body = environment.body(true, signIn);
    const refused = await environment.test(body, test);
    expect(refused).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    await expect(environment.create(body)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(environment.emulator.fingerprint()).toBe(planted);
    const database = /connected to (\S+)$/.exec(refused?.remediation?.runAs ?? '')?.[1] ?? '';
    const remedy = refused?.remediation?.statements.join('\n') ?? '';
    expect(await runInQueryTool(remedy, environment.openClient, database)).toEqual([]);
    expect(await environment.test(body, test)).toMatchObject({ status: 'passed' });
  });
});

describe('a foreign object in a schema', () => {
  beforeEach(() => start());

  it('always prevents the drop of the schema, because the pool drops only an empty schema', async () => {
    const id = await environment.create(environment.body(true));
    await expectStatus(id, 'enabled');
    const admin = await environment.openClient('governance');
    await admin.batch('CREATE TABLE [governed].[theirs] (a int NOT NULL) WITH (DISTRIBUTION = ROUND_ROBIN, HEAP)');
    await admin.batch('CREATE PROCEDURE [governed_system].[theirs] AS SELECT 1');
    const made = environment.emulator.fingerprint();
    await expect(
      environment.portcullis.integrations.remove(ADMIN, id, CREDENTIALS, { dropContents: true }),
    ).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringMatching(
        /user table governed\.theirs[\s\S]*sql stored procedure governed_system\.theirs[\s\S]*only when it is empty/,
      ),
    });
    expect(environment.emulator.fingerprint()).toBe(made);
    await admin.batch('DROP TABLE [governed].[theirs]');
    await admin.batch('DROP PROCEDURE [governed_system].[theirs]');
    await environment.remove(id, CREDENTIALS);
    await expectStatus(id, 'deleted');
    expect(environment.emulator.fingerprint()).toBe(before);
  });
});
