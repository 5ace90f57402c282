import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../src/platforms/snowflake/emulator/account.ts';
import { refusals } from '../../../src/platforms/snowflake/emulator/refusal.ts';
import {
  addUser,
  body,
  PASSWORD,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: SnowflakeEnvironment;
let id: number;

beforeEach(async () => {
  environment = await startEnvironment();
  id = await environment.create(body(true));
  expect((await environment.status(id)).status).toBe('enabled');
});

afterEach(() => environment.close());

const serviceUser = () => environment.emulator.account.users.get('GOVERNANCE_SYSTEM_ACCOUNT') as User;
const places = () => Object.fromEntries(serviceUser().keys);

async function rotate(credentials: object = SIGN_IN.password): Promise<string> {
  await environment.portcullis.integrations.rotateSecret(ADMIN, id, credentials);
  return (await environment.portcullis.integrations.whenIdle(id)).status;
}

describe('the key of the service user', () => {
  it('alternates between both slots, and the new key is tested before the old one is removed', async () => {
    const first = places();
    expect(Object.keys(first)).toEqual(['RSA_PUBLIC_KEY']);
    const from = environment.emulator.statements.length;
    expect(await rotate()).toBe('enabled');
    expect(Object.keys(places())).toEqual(['RSA_PUBLIC_KEY_2']);
    expect(Object.values(places())).not.toEqual(Object.values(first));
    const changes = environment.emulator.statements.slice(from).filter(({ text }) => text.startsWith('ALTER USER'));
    expect(changes.map(({ role, text }) => `${role}: ${text.replace(/'[^']*'/, '…')}`)).toEqual([
      'USERADMIN: ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" SET RSA_PUBLIC_KEY_2 = …',
      'USERADMIN: ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" UNSET RSA_PUBLIC_KEY',
    ]);
    expect(await environment.portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
    expect(await rotate()).toBe('enabled');
    expect(Object.keys(places())).toEqual(['RSA_PUBLIC_KEY']);
    expect(await environment.portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
    expect(await environment.portcullis.integrations.drift(ADMIN, id, SIGN_IN.password)).toMatchObject({
      status: 'clean',
    });
  });

  it('is shown by a dry run with the required account, which changes nothing', async () => {
    const before = places();
    const dry = await environment.portcullis.integrations.rotateSecret(ADMIN, id, SIGN_IN.password, { dryRun: true });
    expect(dry).toMatchObject({
      plan: {
        steps: [
          {
            actor: 'setup',
            statement: 'ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" SET RSA_PUBLIC_KEY_2 = {{serviceKey}}',
            privileges: ['OWNERSHIP on user GOVERNANCE_SYSTEM_ACCOUNT'],
          },
          { statement: 'ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" UNSET RSA_PUBLIC_KEY' },
        ],
      },
    });
    expect(places()).toEqual(before);
  });

  it('stays in its slot if the new key is rejected, and no other key remains', async () => {
    const before = places();
    environment.emulator.failNext('ALTER USER', refusals.insufficient("user 'GOVERNANCE_SYSTEM_ACCOUNT'."));
    expect(await rotate()).toBe('editError');
    expect(places()).toEqual(before);
    expect(await environment.portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
    expect(await rotate()).toBe('enabled');
  });

  it('survives a lost connection in the middle of either statement', async () => {
    for (const statement of ['SET RSA_PUBLIC_KEY', 'UNSET RSA_PUBLIC_KEY']) {
      environment.emulator.failNext(`ALTER USER "GOVERNANCE_SYSTEM_ACCOUNT" ${statement}`, 'cut');
      await rotate();
      expect(await environment.portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
      expect(await rotate()).toBe('enabled');
      expect(Object.keys(places())).toHaveLength(1);
    }
  });

  it('requires a role that owns the user', async () => {
    addUser(environment.emulator, 'EVE', ['SYSADMIN'], { password: PASSWORD });
    const before = places();
    const attempt = rotate({ ...SIGN_IN.password, username: 'EVE', role: 'SYSADMIN' });
    expect(await attempt.catch((error: { code: string }) => error.code)).toMatch(/editError|VALIDATION_FAILED/);
    expect(places()).toEqual(before);
  });
});

describe('drift', () => {
  it('is unknown for objects that the service may not see', async () => {
    const seen = await environment.portcullis.integrations.drift(ADMIN, id);
    expect(JSON.stringify(seen)).not.toContain('"missing":[{');
  });
});
