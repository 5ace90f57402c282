import { inspect } from 'node:util';
import type { DryRunResponse, Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedshiftLike, startRedshiftLike } from '../../../src/platforms/redshift/emulator/start-redshift-like.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { failLookup } from '../../../src/shared/fail-lookup.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const PASSWORD = 'Canary7Password';

let target: RedshiftLike;
let portcullis: Portcullis;
let before: unknown;

beforeAll(async () => {
  target = await startRedshiftLike();
});
afterAll(() => target.stop());

beforeEach(async () => {
  portcullis = await openInMemory({ plugins: [redshift({ driver: target.driver })] });
  before = await everything();
});
afterEach(() => portcullis.close());

/** All parts of the server that a set-up could change. */
async function everything(): Promise<unknown> {
  return {
    roles: await target.run('SELECT rolname, rolsuper, rolcreatedb, rolcanlogin FROM pg_authid ORDER BY 1'),
    databases: await target.run('SELECT datname, datdba, datacl::text FROM pg_database ORDER BY 1'),
    schemas: await target.run("SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg!_%' ESCAPE '!' ORDER BY 1"),
  };
}

function body(changes: Readonly<Record<string, unknown>> = {}) {
  const { user: username, password } = target.server;
  const host = 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com';
  const names = { database: 'governance', initialDatabase: 'postgres', authenticationType: 'userPassword' };
  const impersonation = { enabled: true, role: 'masks' };
  return {
    type: 'Redshift',
    autoBootstrap: true,
    config: { host, ...names, username, password, impersonation, ...changes },
  };
}

/** The failed tests of a dry run. */
async function failuresOf(request: object) {
  const response = (await portcullis.integrations.create(ADMIN, request, { dryRun: true })) as DryRunResponse;
  return response.validationResults.validationTests.filter(({ status }) => status === 'failed');
}

describe('a set-up that is rejected before its end', () => {
  it.each([
    'CREATE SCHEMA "portcullis_',
    'INSERT INTO',
    'CREATE DATABASE',
    'CREATE USER',
    'GRANT USAGE ON SCHEMA',
    'REVOKE CREATE, TEMPORARY',
    'GRANT CREATE, TEMPORARY',
    'CREATE ROLE',
    'CREATE SCHEMA "portcullis"',
    'CREATE TABLE',
    'CREATE OR REPLACE PROCEDURE',
    'GRANT EXECUTE',
  ])('at %s restores the platform, and names the missing privilege', async (statement) => {
    target.refuseNext(statement);
    const { id } = (await portcullis.integrations.create(ADMIN, body())) as { readonly id: string };
    expect((await portcullis.integrations.whenIdle(Number(id))).status).toBe('createError');
    const serialized = JSON.stringify(await portcullis.integrations.operations(ADMIN, Number(id)));
    expect(serialized).toContain('missing-grant');
    expect(serialized).not.toContain(target.server.password);
    expect(await everything()).toEqual(before);
  });
});

describe('an account that cannot sign in', () => {
  afterEach(() => target.run('DROP USER "outsider"'));

  it.each([
    ['whose password is another one', '', { password: 'Wrong7Password' }],
    ['that is locked', 'NOLOGIN', {}],
    ['whose password has expired', "VALID UNTIL '2001-01-01'", {}],
  ])('%s fails the first test only, and the password is not in the message', async (_what, option, changes) => {
    await target.run(`CREATE USER "outsider" PASSWORD '${PASSWORD}'`);
    if (option) await target.run(`ALTER USER "outsider" ${option}`);
    const failures = await failuresOf(body({ username: 'outsider', password: PASSWORD, ...changes }));
    expect(failures).toMatchObject([{ id: 'basic-connection', failureClass: 'credentials' }]);
    expect(inspect(failures)).not.toMatch(/Canary7|Wrong7/);
  });
});

describe('a foreign object of the same name', () => {
  it.each([
    ['database', 'CREATE DATABASE "governance"', 'DROP DATABASE "governance"', 'database-absent'],
    [
      'account',
      `CREATE USER "governance_service" PASSWORD '${PASSWORD}'`,
      'DROP USER "governance_service"',
      'service-account-absent',
    ],
    ['role', 'CREATE ROLE "masks"', 'DROP ROLE "masks" FORCE', 'impersonation-role-absent'],
  ])('fails the test that is named after the %s, and is not changed', async (_what, plant, remove, test) => {
    await target.run(plant);
    const planted = await everything();
    const failures = await failuresOf(body());
    expect(failures).toMatchObject([
      { id: test, failureClass: 'already-exists', message: expect.stringContaining('not made by Portcullis') },
    ]);
    await expect(portcullis.integrations.create(ADMIN, body())).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await everything()).toEqual(planted);
    await target.run(remove);
  });

  it('is rejected without a connection if the config is sufficient to detect it', async () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ host: '192.0.2.1' }, /config.host/],
      [{ host: 'localhost' }, /the machine of the service/],
      [{ database: 'x'.repeat(128) }, /longer than 127/],
      [{ database: 'select' }, /reserved word/],
      [{ database: 'dev' }, /belongs to the platform/],
      [{ impersonation: { enabled: true, role: 'sys:operator' } }, /with this prefix/],
    ];
    for (const [changes, message] of wrong) {
      await expect(
        portcullis.integrations.create(ADMIN, body({ ...changes })),
        JSON.stringify(changes),
      ).rejects.toThrow(message);
    }
  });
});

it('a host that is not in DNS is reported', async () => {
  const host = 'unknown.abc123xyz789.us-east-1.redshift.amazonaws.com';
  const remember = failLookup(host);
  const other = await openInMemory({ plugins: [redshift()] });
  try {
    const response = (await other.integrations.create(ADMIN, body({ host }), { dryRun: true })) as DryRunResponse;
    const failed = response.validationResults.validationTests.filter(({ status }) => status === 'failed');
    const message = expect.stringContaining('does not exist in DNS');
    expect(failed).toMatchObject([{ id: 'basic-connection', failureClass: 'network', message }]);
  } finally {
    remember();
    await other.close();
  }
});

it('a missing initial database is reported, and an account without privileges in it', async () => {
  expect(await failuresOf(body({ initialDatabase: 'nowhere' }))).toMatchObject([
    { id: 'basic-connection', failureClass: 'not-found' },
  ]);
  await target.run(`CREATE USER "outsider" PASSWORD '${PASSWORD}'`);
  const failures = await failuresOf(body({ username: 'outsider', password: PASSWORD }));
  expect(failures.map(({ id, failureClass }) => [id, failureClass])).toEqual([
    ['privileged-role', 'missing-grant'],
    ['initial-database', 'missing-grant'],
    ['bootstrap-user-grants', 'missing-grant'],
  ]);
  expect(failures.every(({ remediation }) => (remediation?.statements.length ?? 0) > 0)).toBe(true);
  await target.run('DROP USER "outsider"');
});
