import type { ScriptAnswer, ValidationTestResult } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { context, startTrial, type Trial } from '../../../src/platforms/synapse/test-environment.ts';
import { runInQueryTool } from './query-tool.ts';

// Journeys send hundreds of statements, one after the other.
vi.setConfig({ testTimeout: 60_000 });

let trial: Trial;

beforeEach(async () => {
  trial = await startTrial();
});

afterEach(() => trial.close());

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

/** Runs the remediation of a result, as the person that the result names. */
async function mend(result: ValidationTestResult | undefined): Promise<void> {
  const database = /connected to (\S+)$/.exec(result?.remediation?.runAs ?? '')?.[1] ?? '';
  const script = result?.remediation?.statements.join('\n') ?? '';
  expect(script).not.toBe('');
  expect(await runInQueryTool(script, trial.person, database)).toEqual([]);
}

describe('a manual set-up whose account has lost something', () => {
  const request = () => trial.body(false, { ...SERVICE, ...IMPERSONATION });

  beforeEach(async () => {
    for (const [kind, database] of [
      ['initial-create', 'master'],
      ['create', 'governance'],
    ] as const) {
      const { script } = (await trial.portcullis.integrations.script(context, kind, request())) as ScriptAnswer;
      const filled = script.replaceAll('{{servicePassword}}', `'${SERVICE.password}'`);
      expect(await runInQueryTool(filled, trial.person, database)).toEqual([]);
    }
  });

  it.each(LOSSES)('is told so, and mended by what it is told: %s', async (loss) => {
    const before = trial.emulator.fingerprint();
    await (await trial.person('governance')).batch(`${loss}[${SERVICE.username}]`);
    const result = await trial.test(request(), 'manual-privileges');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    await mend(result);
    expect(await trial.test(request(), 'manual-privileges')).toMatchObject({ status: 'passed' });
    expect(trial.emulator.fingerprint()).toBe(before);
  });

  it('is told that the account has no user any more', async () => {
    const admin = await trial.person('governance');
    await admin.batch('DROP ROLE [maskers]');
    await admin.batch(`DROP USER [${SERVICE.username}]`);
    const result = await trial.test(request(), 'basic-connection');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    await mend(result);
    expect(await trial.test(request(), 'basic-connection')).toMatchObject({ status: 'passed' });
  });

  it('is warned of an account that owns the pool', async () => {
    const admin = await trial.person('governance');
    await admin.batch(`EXEC sp_addrolemember N'db_owner', N'${SERVICE.username}'`);
    expect(await trial.test(request(), 'manual-account-restraint')).toMatchObject({ status: 'warning' });
  });
});

describe('an integration whose account has lost something', () => {
  let id: number;
  let account: string;

  beforeEach(async () => {
    id = await trial.create(trial.body(true, IMPERSONATION));
    const { status, reason } = await trial.status(id);
    expect(status, reason).toBe('enabled');
    account = trial.emulator.server.logins.at(-1)?.name ?? '';
  });

  const validate = async (test: string) => {
    const { validationTests } = await trial.portcullis.integrations.validate(context, id);
    return validationTests.find((each) => each.id === test);
  };

  it.each(LOSSES)('fails its periodic check until that is mended: %s', async (loss) => {
    const before = trial.emulator.fingerprint();
    await (await trial.person('governance')).batch(`${loss}[${account}]`);
    const result = await validate('recurring-privileges');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect((await trial.status(id)).status).toBe('recurringValidationError');
    await mend(result);
    expect(await validate('recurring-privileges')).toMatchObject({ status: 'passed' });
    expect((await trial.status(id)).status).toBe('enabled');
    expect(trial.emulator.fingerprint()).toBe(before);
  });

  it('says so when its login is disabled or the pool is paused, and recovers', async () => {
    const login = trial.emulator.server.logins.at(-1);
    const pool = trial.emulator.server.databases.find(({ isMaster }) => !isMaster);
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
    expect((await trial.status(id)).status).toBe('enabled');
  });
});
