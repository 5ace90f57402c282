import type { ScriptResponse, ValidationTestResult } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInQueryTool } from '../../../src/platforms/synapse/query-tool.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: SynapseEnvironment;

beforeEach(async () => {
  environment = await startEnvironment();
});

afterEach(() => environment.close());

const SERVICE = { username: 'governed_service', password: 'Canary7Service' };
const IMPERSONATION = { impersonation: { enabled: true, role: 'maskers' } };

/** The statements that revoke each permission of the service account. */
const LOSSES = [
  'REVOKE CREATE VIEW FROM ',
  'REVOKE CREATE TABLE FROM ',
  'REVOKE CREATE PROCEDURE FROM ',
  'REVOKE SELECT ON SCHEMA::[governed] FROM ',
  'REVOKE INSERT ON SCHEMA::[governed_system] FROM ',
  'REVOKE EXECUTE ON SCHEMA::[governed_procedures] FROM ',
  'DENY ALTER ON SCHEMA::[governed_system] TO ',
];

/** Runs the remediation of a result, as the account that the result names. */
async function runRemedy(result: ValidationTestResult | undefined): Promise<void> {
  const database = /connected to (\S+)$/.exec(result?.remediation?.runAs ?? '')?.[1] ?? '';
  const script = result?.remediation?.statements.join('\n') ?? '';
  expect(script).not.toBe('');
  expect(await runInQueryTool(script, environment.openClient, database)).toEqual([]);
}

describe('a manual set-up whose account has lost a privilege', () => {
  const request = () => environment.body(false, { ...SERVICE, ...IMPERSONATION });

  beforeEach(async () => {
    for (const [kind, database] of [
      ['initial-create', 'master'],
      ['create', 'governance'],
    ] as const) {
      const { script } = (await environment.portcullis.integrations.script(ADMIN, kind, request())) as ScriptResponse;
      const filled = script.replaceAll('{{servicePassword}}', `'${SERVICE.password}'`);
      expect(await runInQueryTool(filled, environment.openClient, database)).toEqual([]);
    }
  });

  it.each(LOSSES)('reports it with a remedy that works: %s', async (loss) => {
    const before = environment.emulator.fingerprint();
    await (await environment.openClient('governance')).batch(`${loss}[${SERVICE.username}]`);
    const result = await environment.test(request(), 'manual-privileges');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    await runRemedy(result);
    expect(await environment.test(request(), 'manual-privileges')).toMatchObject({ status: 'passed' });
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it('reports that the account no longer has a user', async () => {
    const admin = await environment.openClient('governance');
    await admin.batch('DROP ROLE [maskers]');
    await admin.batch(`DROP USER [${SERVICE.username}]`);
    const result = await environment.test(request(), 'basic-connection');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    await runRemedy(result);
    expect(await environment.test(request(), 'basic-connection')).toMatchObject({ status: 'passed' });
  });

  it('warns about an account that owns the pool', async () => {
    const admin = await environment.openClient('governance');
    await admin.batch(`EXEC sp_addrolemember N'db_owner', N'${SERVICE.username}'`);
    expect(await environment.test(request(), 'manual-excessive-privileges')).toMatchObject({ status: 'warning' });
  });
});

describe('an integration whose account has lost a privilege', () => {
  let id: number;
  let account: string;

  beforeEach(async () => {
    id = await environment.create(environment.body(true, IMPERSONATION));
    const { status, reason } = await environment.status(id);
    expect(status, reason).toBe('enabled');
    account = environment.emulator.server.logins.at(-1)?.name ?? '';
  });

  const validate = async (test: string) => {
    const { validationTests } = await environment.portcullis.integrations.validate(ADMIN, id);
    return validationTests.find((each) => each.id === test);
  };

  it.each(LOSSES)('fails its recurring validation until it is fixed: %s', async (loss) => {
    const before = environment.emulator.fingerprint();
    await (await environment.openClient('governance')).batch(`${loss}[${account}]`);
    const result = await validate('recurring-privileges');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect((await environment.status(id)).status).toBe('recurringValidationError');
    await runRemedy(result);
    expect(await validate('recurring-privileges')).toMatchObject({ status: 'passed' });
    expect((await environment.status(id)).status).toBe('enabled');
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it('reports a disabled login or a paused pool, and recovers', async () => {
    const login = environment.emulator.server.logins.at(-1);
    const pool = environment.emulator.server.databases.find(({ isMaster }) => !isMaster);
    if (!login || !pool) throw new Error('The set-up has made no login.');
    login.isDisabled = true;
    expect(await validate('recurring-connection')).toMatchObject({ status: 'failed', failureClass: 'credentials' });
    login.isDisabled = false;
    pool.status = 'paused';
    expect(await validate('recurring-connection')).toMatchObject({
      status: 'failed',
      failureClass: 'paused-or-starting',
    });
    pool.status = 'online';
    expect(await validate('recurring-connection')).toMatchObject({ status: 'passed' });
    expect((await environment.status(id)).status).toBe('enabled');
  });
});
