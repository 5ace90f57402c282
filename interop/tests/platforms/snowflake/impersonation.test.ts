import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addUser,
  body,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

let environment: SnowflakeEnvironment;
let id: number;

beforeEach(async () => {
  // With table grants the service manages grants, and therefore sees every role.
  environment = await startEnvironment({}, { tableGrantsRolePrefix: 'PCG_' });
  id = await environment.create(body(true, { impersonation: { enabled: true } }));
  expect((await environment.status(id)).status).toBe('enabled');
});
afterEach(() => environment.close());

const NAME = 'GOVERNANCE_IMPERSONATION';

/** Returns the result of the periodic check for the role. */
async function verdict() {
  const { validationTests } = await environment.portcullis.integrations.validate(ADMIN, id);
  return validationTests.find(({ name }) => name.includes('Impersonation: The role is usable'));
}

it('warns while no user has the role, and passes when a user has it', async () => {
  expect(await verdict()).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('is not granted to any user yet'),
  });
  addUser(environment.emulator, 'MIA', [NAME]);
  expect(await verdict()).toMatchObject({ status: 'passed', result: [{ role: NAME, members: 1 }] });
});

it('does not accept a foreign role of the same name', async () => {
  environment.emulator.account.roles.set(NAME, { owner: 'USERADMIN', comment: 'mine' });
  expect(await verdict()).toMatchObject({
    status: 'failed',
    failureClass: 'already-exists',
    message: expect.stringContaining('does not have the mark'),
  });
});

it('reports a missing role', async () => {
  environment.emulator.account.roles.delete(NAME);
  expect((await verdict())?.status).toMatch(/warning|failed/);
  expect((await verdict())?.message).toContain('does not exist');
});

it('warns if the service may not see the role', async () => {
  const other = await startEnvironment();
  const blind = await other.create(body(true, { impersonation: { enabled: true } }));
  const { validationTests } = await other.portcullis.integrations.validate(ADMIN, blind);
  expect(validationTests.find(({ name }) => name.includes('The role is usable'))).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('the service cannot see it'),
  });
  await other.close();
});
