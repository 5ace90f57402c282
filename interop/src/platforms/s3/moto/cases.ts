import assert from 'node:assert/strict';
import type { Policy } from '@portcullis/plugin-s3';
import { body, type MotoEnvironment } from './moto-environment.ts';
import { INSTANCE, LOCATION_ROLE, type PreparedAccount, SERVICE_ROLE, type UserKey } from './prepared-account.ts';

/** A behaviour against moto. */
export interface Case {
  readonly name: string;
  run(environment: MotoEnvironment, account: PreparedAccount): Promise<void>;
}

/** The test that must fail, its class, its message, and the parts of its remedy. */
type Refusal = readonly [test: string, failureClass: string, says: RegExp, ...remedy: string[]];

/** The cases, in execution order. */
export const CASES: readonly Case[] = [
  {
    name: 'sets up with the credentials of the host and the role that they assume',
    async run(environment, { host }) {
      const auto = { authenticationType: 'auto', awsRoleToAssume: SERVICE_ROLE, awsExternalId: 'portcullis-4711' };
      environment.signInAs(host);
      const id = await environment.create(body(auto));
      assert.equal((await environment.status(id)).status, 'enabled');
      await environment.remove(id);
      assert.equal((await environment.status(id)).status, 'deleted');
    },
  },
  {
    name: 'refuses the credentials of the host with another external id',
    async run(environment, { host }) {
      environment.signInAs(host);
      const auto = { authenticationType: 'auto', awsRoleToAssume: SERVICE_ROLE, awsExternalId: 'another' };
      await expectRefusal(environment, auto, ['caller-identity', 'missing-grant', /sts:AssumeRole/]);
    },
  },
  refused('refuses an access key that does not exist', { awsAccessKeyId: 'AKIAMISSING000000000' }, [
    'caller-identity',
    'credentials',
    /does not know/,
  ]),
  refused('refuses the secret of another key', { awsSecretAccessKey: 'of-another-key' }, [
    'caller-identity',
    'credentials',
    /does not belong/,
  ]),
  refused('refuses another account', { awsAccountId: '999999999999' }, [
    'account',
    'invalid-input',
    /in account 123456789012, not in 999999999999/,
  ]),
  refused('refuses a bucket that does not exist', { awsLocationPath: 's3://no-such-lake/curated/' }, [
    'bucket',
    'missing-grant',
    /s3:ListBucket/,
  ]),
  refused('refuses a role that does not exist', { awsLocationRole: `${LOCATION_ROLE}-2` }, [
    'actions-allowed',
    'missing-grant',
    /iam:GetRole/,
  ]),
  withEverything('reports a bucket that does not exist', { awsLocationPath: 's3://no-such-lake/curated/' }, [
    'bucket',
    'not-found',
    /no-such-lake does not exist/,
  ]),
  withEverything('reports a bucket in another region', { awsLocationPath: 's3://far-lake/curated/' }, [
    'bucket',
    'invalid-input',
    /in us-west-2, not in eu-central-1/,
  ]),
  withEverything('reports a role that does not exist', { awsLocationRole: `${LOCATION_ROLE}-2` }, [
    'role-trust',
    'not-found',
    /does not exist/,
    'access-grants.s3.amazonaws.com',
    INSTANCE,
  ]),
  withEverything(
    'reports a role that trusts another service',
    { awsLocationRole: LOCATION_ROLE.replace('portcullis-location', 'of-another-service') },
    ['role-trust', 'missing-grant', /sts:AssumeRole and sts:SetSourceIdentity/, '"sts:SetSourceIdentity"', INSTANCE],
  ),
  remedied('s3:ListBucket', 'bucket'),
  remedied('iam:GetRole', 'role-trust'),
  remedied('iam:GetRole', 'actions-allowed'),
];

function refused(name: string, changes: object, refusal: Refusal): Case {
  return { name, run: (environment, { service }) => expectRefusal(environment, { ...service, ...changes }, refusal) };
}

const EVERYTHING: Policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*', 'iam:*'], Resource: ['*'] }],
};

/** AWS reports missing objects only to a user with the permission to read them. */
function withEverything(name: string, changes: object, refusal: Refusal): Case {
  return {
    name,
    async run(environment, { user }) {
      const key = await environment.asAdministrator(() => user(name.replaceAll(/\W/g, '-'), [EVERYTHING]));
      await expectRefusal(environment, { ...key, ...changes }, refusal);
    },
  };
}

async function expectRefusal(
  environment: MotoEnvironment,
  config: object,
  [test, failureClass, says, ...remedy]: Refusal,
): Promise<void> {
  const result = (await environment.tests(body(config))).get(test);
  assert.equal(result?.status, 'failed');
  assert.equal(result?.failureClass, failureClass);
  assert.match(result?.message ?? '', says);
  const statements = (result?.remediation?.statements ?? []).join('\n');
  for (const part of remedy) assert.ok(statements.includes(part), `${part} is missing in: ${statements}`);
  await assert.rejects(environment.create(body(config)), { code: 'VALIDATION_FAILED' });
  assert.equal(environment.emulator.account.locations.size, 0);
}

/** A case in which a test names the missing action, and passes with the policy that it prints. */
function remedied(action: string, test: string): Case {
  return {
    name: `names ${action} when it is missing (${test}), and prints the policy that fixes it`,
    async run(environment, { setup, user }) {
      const name = `${action}-${test}`.replace(':', '-');
      const lacking = without(setup.servicePolicy, action);
      const key: UserKey = await environment.asAdministrator(() => user(`${name}-lacking`, [lacking]));
      const result = (await environment.tests(body(key))).get(test);
      assert.ok(result?.status === 'failed' || result?.status === 'warning', `${test} is ${result?.status}`);
      assert.match(result.message ?? '', new RegExp(action));
      const printed = (result.remediation?.statements ?? []).map((each) => JSON.parse(String(each)) as Policy);
      const better = await environment.asAdministrator(() => user(`${name}-fixed`, [lacking, ...printed]));
      assert.equal((await environment.tests(body(better))).get(test)?.status, 'passed');
    },
  };
}

function without({ Version, Statement }: Policy, action: string): Policy {
  const statements = Statement.map((each) => ({ ...each, Action: each.Action.filter((name) => name !== action) }));
  return { Version, Statement: statements.filter((each) => each.Action.length > 0) };
}
