import type { ScriptResponse } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addUser,
  body,
  EVERYTHING,
  PASSWORD,
  PRIVATE_KEY,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { runInWorksheet } from '../../../src/platforms/snowflake/worksheet.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { fingerprint } from '../../../src/shared/emulator/fingerprint.ts';

let environment: SnowflakeEnvironment;
let before: string;

beforeEach(async () => {
  environment = await startEnvironment();
  before = fingerprint(environment.emulator.account);
});

afterEach(() => environment.close());

const enabled = async (id: number) => {
  const { status, reason } = await environment.status(id);
  expect(status, reason).toBe('enabled');
};

async function remove(id: number, credentials: unknown): Promise<void> {
  await environment.portcullis.integrations.remove(ADMIN, id, credentials);
  await environment.portcullis.integrations.whenIdle(id);
}

describe.each([
  ['through the driver, with a password', SIGN_IN.password],
  ['over the SQL REST API, with a key pair', SIGN_IN.keyPair],
])('an automatic set-up %s', (_name, signIn) => {
  it('sets everything up, uses it as the service user, and leaves nothing behind', async () => {
    const dry = await environment.dryRun(body(true, { ...signIn, ...EVERYTHING }));
    expect(dry.validationResults.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(fingerprint(environment.emulator.account)).toBe(before);

    const id = await environment.create(body(true, { ...signIn, ...EVERYTHING }));
    await enabled(id);
    const { account } = environment.emulator;
    expect(account.databases.get('GOVERNANCE')?.owner).toBe('SYSADMIN');
    expect([...(account.databases.get('GOVERNANCE')?.schemas ?? [])].map(([name, { owner }]) => [name, owner])).toEqual(
      [
        ['PUBLIC', 'SYSADMIN'],
        ['PORTCULLIS_SYSTEM', 'GOVERNANCE_SYSTEM'],
        ['PORTCULLIS_POLICIES', 'GOVERNANCE_SYSTEM'],
      ],
    );
    expect(account.users.get('GOVERNANCE_SYSTEM_ACCOUNT')).toMatchObject({ owner: 'USERADMIN' });
    expect(account.users.get('GOVERNANCE_SYSTEM_ACCOUNT')?.password).toBeUndefined();
    expect(account.roles.get('GOVERNANCE_IMPERSONATION')?.owner).toBe('USERADMIN');

    const again = await environment.portcullis.integrations.validate(ADMIN, id);
    expect(again.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(again.validationTests.filter(({ status }) => status === 'passed').length).toBeGreaterThanOrEqual(4);

    const { role: _role, ...rest } = signIn;
    await remove(id, rest);
    expect(fingerprint(account)).toBe(before);
  });
});

describe('a custom set-up role', () => {
  const setup = { ...SIGN_IN.password, username: 'BOB', role: 'PORTCULLIS_SETUP' };

  it('needs exactly the privileges that the printed script grants', async () => {
    const { role: _role, ...asked } = SIGN_IN.password;
    const { script } = await environment.portcullis.integrations.privileges(
      ADMIN,
      body(true, { ...asked, username: 'BOB', role: 'PORTCULLIS_SETUP', impersonation: { enabled: true } }),
    );
    addUser(environment.emulator, 'BOB', [], { password: PASSWORD });
    runInWorksheet(environment.emulator.worksheet('ADA'), `USE ROLE "ACCOUNTADMIN";\n${script}`);
    expect(
      environment.emulator.account.grants
        .filter(({ role }) => role === 'PORTCULLIS_SETUP')
        .map(({ privilege }) => privilege),
    ).not.toContain('MANAGE GRANTS');
    const prepared = fingerprint(environment.emulator.account);
    const id = await environment.create(body(true, { ...setup, impersonation: { enabled: true } }));
    await enabled(id);
    expect(environment.emulator.account.databases.get('GOVERNANCE')?.owner).toBe('PORTCULLIS_SETUP');
    await remove(id, setup);
    expect(fingerprint(environment.emulator.account)).toBe(prepared);
  });

  it('makes only its own user an administrator, and only during the set-up of audit', async () => {
    const { account } = environment.emulator;
    const audited = body(true, { ...setup, audit: { enabled: true } });
    const { script, minimal } = await environment.portcullis.integrations.privileges(ADMIN, audited);
    expect(minimal.possible).toBe(false);
    addUser(environment.emulator, 'BOB', [], { password: PASSWORD });
    const worksheet = environment.emulator.worksheet('ADA');
    runInWorksheet(worksheet, `USE ROLE "ACCOUNTADMIN";\n${script}`);
    const failed = (await environment.dryRun(audited)).validationResults.validationTests.filter(
      ({ status }) => status === 'failed',
    );
    expect(failed).toMatchObject([
      {
        id: 'bootstrap-user-grants',
        message: expect.stringContaining('leave audit and lineage off'),
        remediation: { statements: ['GRANT ROLE "ACCOUNTADMIN" TO USER "BOB";'], runAs: 'ACCOUNTADMIN' },
      },
    ]);
    for (const { remediation } of failed) for (const statement of remediation?.statements ?? []) worksheet(statement);
    const id = await environment.create(audited);
    await enabled(id);
    worksheet('REVOKE ROLE "ACCOUNTADMIN" FROM USER "BOB"');
    const again = await environment.portcullis.integrations.validate(ADMIN, id);
    expect(again.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
    const grants = account.grants.filter(({ role }) => role === 'PORTCULLIS_SETUP').map(({ privilege }) => privilege);
    expect(grants).not.toContain('IMPORTED PRIVILEGES');
  });

  it.each([
    'CREATE DATABASE',
    'CREATE ROLE',
    'CREATE USER',
    'USAGE',
    'APPLY MASKING POLICY',
    'APPLY ROW ACCESS POLICY',
  ])('is rejected without %s, with the statement that grants it, and changes nothing', async (privilege) => {
    const request = body(true, setup);
    const { script } = await environment.portcullis.integrations.privileges(ADMIN, request);
    addUser(environment.emulator, 'BOB', [], { password: PASSWORD });
    const worksheet = environment.emulator.worksheet('ADA');
    runInWorksheet(worksheet, `USE ROLE "ACCOUNTADMIN";\n${script}`);
    const { grants } = environment.emulator.account;
    const index = grants.findIndex((each) => each.role === 'PORTCULLIS_SETUP' && each.privilege === privilege);
    grants.splice(index, 1);
    const prepared = fingerprint(environment.emulator.account);
    await expect(environment.create(request)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(fingerprint(environment.emulator.account)).toBe(prepared);
    const test = await environment.test(request, 'bootstrap-user-grants');
    const [statement, ...more] = test?.remediation?.statements ?? [];
    expect(statement).toMatch(new RegExp(`^GRANT ${privilege} ON .* TO ROLE "PORTCULLIS_SETUP"`));
    expect(more).toEqual([]);
    worksheet(statement ?? '');
    expect((await environment.dryRun(request)).validationResults.status).not.toBe('failed');
  });

  it('needs no grant on a warehouse that it owns', async () => {
    const { account } = environment.emulator;
    const request = body(true, setup);
    const { script } = await environment.portcullis.integrations.privileges(ADMIN, request);
    addUser(environment.emulator, 'BOB', [], { password: PASSWORD });
    runInWorksheet(environment.emulator.worksheet('ADA'), `USE ROLE "ACCOUNTADMIN";\n${script}`);
    const usage = account.grants.findIndex(({ role, on }) => role === 'PORTCULLIS_SETUP' && on === 'WAREHOUSE');
    const [held] = account.grants.splice(usage, 1);
    if (held) account.grants.push({ ...held, privilege: 'OWNERSHIP' });
    expect(await environment.test(request, 'bootstrap-user-grants')).toMatchObject({ status: 'passed' });
  });

  it('gets a report of its missing privileges, with the statements that grant them', async () => {
    const { account } = environment.emulator;
    account.roles.set('PORTCULLIS_SETUP', { owner: 'USERADMIN', comment: '' });
    account.below.set('PORTCULLIS_SETUP', new Set());
    addUser(environment.emulator, 'BOB', ['PORTCULLIS_SETUP'], { password: PASSWORD });
    account.grants.push({
      privilege: 'USAGE',
      on: 'WAREHOUSE',
      name: 'GOVERNANCE_WH',
      role: 'PORTCULLIS_SETUP',
      option: false,
    });
    const test = await environment.test(body(true, setup), 'bootstrap-user-grants');
    expect(test).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    const statements = test?.remediation?.statements ?? [];
    expect(statements).toContain('GRANT CREATE DATABASE ON ACCOUNT TO ROLE "PORTCULLIS_SETUP";');
    const worksheet = environment.emulator.worksheet('ADA');
    worksheet('USE ROLE "ACCOUNTADMIN"');
    for (const statement of statements) worksheet(statement);
    expect(await environment.test(body(true, setup), 'bootstrap-user-grants')).toMatchObject({ status: 'passed' });
  });
});

describe.each([
  [
    'a key pair',
    { authenticationType: 'keyPair', username: 'SVC', privateKey: { content: PRIVATE_KEY }, role: 'SVC_ROLE' },
  ],
  ['a password', { authenticationType: 'userPassword', username: 'SVC', password: PASSWORD, role: 'SVC_ROLE' }],
  [
    'quoted names',
    {
      authenticationType: 'keyPair',
      username: '"svc \'x\' \\"',
      privateKey: { content: PRIVATE_KEY },
      role: '"lower"',
      database: '"my ""db"" \\"',
      warehouse: '"other wh"',
    },
  ],
])('a manual set-up with %s', (_name, changes) => {
  const request = body(false, { ...changes, ...EVERYTHING });
  it('is rejected before the script was run', async () => {
    await expect(environment.create(request)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

it('stops a script at a foreign object, and names it', async () => {
  const request = body(false, { ...SIGN_IN.keyPair, username: 'SVC', role: 'SVC_ROLE' });
  environment.emulator.account.roles.set('SVC_ROLE', { owner: 'USERADMIN', comment: 'theirs' });
  const create = (await environment.portcullis.integrations.script(ADMIN, 'create', request)) as ScriptResponse;
  expect(() => runInWorksheet(environment.emulator.worksheet('ADA'), create.script)).toThrow(
    'Portcullis stopped at system-role',
  );
});

it('runs a script in an account that folds quoted identifiers', async () => {
  Object.assign(environment.emulator.account, { foldsQuoted: true });
  const request = body(false, { ...SIGN_IN.keyPair, username: 'SVC', role: 'SVC_ROLE' });
  const { script } = (await environment.portcullis.integrations.script(ADMIN, 'create', request)) as ScriptResponse;
  runInWorksheet(environment.emulator.worksheet('ADA'), script);
  await enabled(await environment.create(request));
});

it('finds no drift for a user whose name is an address', async () => {
  const request = body(false, { ...SIGN_IN.keyPair, username: 'svc@example.com', role: '"GOV.SVC"' });
  const { script } = (await environment.portcullis.integrations.script(ADMIN, 'create', request)) as ScriptResponse;
  runInWorksheet(environment.emulator.worksheet('ADA'), script);
  const id = await environment.create(request);
  await enabled(id);
  expect(await environment.portcullis.integrations.drift(ADMIN, id)).toMatchObject({
    status: 'clean',
    findings: [],
  });
});

describe('a foreign object in the database', () => {
  const theirs = { owner: 'ACCOUNTADMIN', comment: '', kind: 'TABLE' } as const;
  const contents = () => environment.emulator.account.databases.get('GOVERNANCE')?.contents;

  it('prevents the drop of the database, unless the request allows it', async () => {
    const id = await environment.create(body(true));
    await enabled(id);
    contents()?.set('PUBLIC.T', theirs);
    contents()?.set('PORTCULLIS_POLICIES.P', { ...theirs, owner: 'GOVERNANCE_SYSTEM' });
    contents()?.set('PUBLIC.F', { ...theirs, kind: 'FUNCTION' });
    environment.emulator.account.databases.get('GOVERNANCE')?.schemas.set('OTHERS', { owner: 'SYSADMIN', comment: '' });
    const made = fingerprint(environment.emulator.account);
    await expect(environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining('schema OTHERS, table PUBLIC.T, function PUBLIC.F.'),
    });
    expect(fingerprint(environment.emulator.account)).toBe(made);
    await environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password, { dropContents: true });
    expect(await environment.portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(fingerprint(environment.emulator.account)).toBe(before);
  });

  it.each([
    'TASK',
    'STREAM',
    'PIPE',
    'FILE FORMAT',
    'MODEL',
    'ALERT',
    'TAG',
    'SECRET',
    'NETWORK RULE',
    'MASKING POLICY',
    'ROW ACCESS POLICY',
    'AGGREGATION POLICY',
    'PROJECTION POLICY',
    'JOIN POLICY',
    'PRIVACY POLICY',
    'STORAGE LIFECYCLE POLICY',
    'PASSWORD POLICY',
    'SESSION POLICY',
    'AUTHENTICATION POLICY',
    'GIT REPOSITORY',
    'IMAGE REPOSITORY',
    'SERVICE',
    'STREAMLIT',
    'NOTEBOOK',
    'SEMANTIC VIEW',
    'CORTEX SEARCH SERVICE',
    'AGENT',
    'DATASET',
  ] as const)('is kept if it is a %s', async (kind) => {
    const id = await environment.create(body(true));
    await enabled(id);
    contents()?.set('PUBLIC.THEIRS', { ...theirs, kind });
    contents()?.set('PORTCULLIS_POLICIES.OURS', { ...theirs, kind, owner: 'GOVERNANCE_SYSTEM' });
    await expect(environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(`: ${kind.toLowerCase()} PUBLIC.THEIRS.`),
    });
    expect(contents()?.has('PUBLIC.THEIRS')).toBe(true);
  });

  it('is kept if it is a database role, which is in no schema', async () => {
    const id = await environment.create(body(true));
    await enabled(id);
    const roles = environment.emulator.account.databases.get('GOVERNANCE')?.databaseRoles;
    roles?.set('THEIRS', { owner: 'ACCOUNTADMIN', comment: '' });
    await expect(environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining(': database role THEIRS.'),
    });
    expect(roles?.has('THEIRS')).toBe(true);
  });

  it('of a kind that the account lacks is none', async () => {
    const id = await environment.create(body(true));
    await enabled(id);
    environment.emulator.account.unknownLists.add('SEMANTIC VIEWS').add('AGENTS');
    environment.emulator.account.edition = 'STANDARD';
    await remove(id, SIGN_IN.password);
    expect(environment.emulator.account.databases.has('GOVERNANCE')).toBe(false);
  });

  it('of a kind that every account has cannot be ruled out without its list', async () => {
    const id = await environment.create(body(true));
    await enabled(id);
    environment.emulator.account.unknownLists.add('TASKS');
    await expect(environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password)).rejects.toThrow();
    expect(environment.emulator.account.databases.has('GOVERNANCE')).toBe(true);
  });

  it('is listed, for a set-up role without full visibility, with the grants that could have created it', async () => {
    const setup = { ...SIGN_IN.password, username: 'BOB', role: 'PORTCULLIS_SETUP' };
    const { script } = await environment.portcullis.integrations.privileges(ADMIN, body(true, setup));
    addUser(environment.emulator, 'BOB', [], { password: PASSWORD });
    runInWorksheet(environment.emulator.worksheet('ADA'), `USE ROLE "ACCOUNTADMIN";\n${script}`);
    const id = await environment.create(body(true, setup));
    await enabled(id);
    environment.emulator.account.grants.push({
      privilege: 'CREATE SCHEMA',
      on: 'DATABASE',
      name: 'GOVERNANCE',
      role: 'USERADMIN',
      option: false,
    });
    await expect(environment.portcullis.integrations.remove(ADMIN, id, setup)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringMatching(/grant CREATE SCHEMA on .*GOVERNANCE.* to role .*USERADMIN/),
    });
  });

  it('stops the delete script', async () => {
    const request = body(false, { ...SIGN_IN.keyPair, username: 'SVC', role: 'SVC_ROLE' });
    const create = (await environment.portcullis.integrations.script(ADMIN, 'create', request)) as ScriptResponse;
    const runScript = (text: string) => runInWorksheet(environment.emulator.worksheet('ADA'), text);
    runScript(create.script);
    const cleanup = (await environment.portcullis.integrations.script(ADMIN, 'cleanup', request)) as ScriptResponse;
    contents()?.set('PUBLIC.T', { ...theirs, owner: 'SYSADMIN' });
    expect(() => runScript(cleanup.script)).toThrow(/Portcullis stopped at database: it contains/);
    expect(environment.emulator.account.databases.has('GOVERNANCE')).toBe(true);
    contents()?.clear();
    runScript(cleanup.script);
    expect(environment.emulator.account.databases.has('GOVERNANCE')).toBe(false);
  });
});
