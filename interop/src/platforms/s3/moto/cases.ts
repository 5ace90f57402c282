import assert from 'node:assert/strict';
import type { Policy } from '@portcullis/plugin-s3';
import { LOCATION_ROLE, type PreparedAccount, SERVICE_ROLE, type UserKey } from './prepared-account.ts';
import type { Trial } from './trial.ts';

/** A behaviour against moto. */
export interface Case {
  readonly name: string;
  run(trial: Trial, account: PreparedAccount): Promise<void>;
}

/** A test that must fail, how, and what it must say. */
type Refusal = readonly [test: string, failureClass: string, says: RegExp];

/** The cases, in the order in which they run. */
export const CASES: readonly Case[] = [
  {
    name: 'sets up and removes with the policy that s3Setup writes, and nothing more',
    async run(trial, { service }) {
      const id = await trial.create(service);
      assert.equal(await trial.status(id), 'enabled');
      await trial.remove(id);
      assert.equal(await trial.status(id), 'deleted');
      assert.equal(trial.grants.account.locations.size, 0);
    },
  },
  {
    name: 'sets up with the credentials of the host and the role that they assume',
    async run(trial, { host }) {
      const auto = { authenticationType: 'auto', awsRoleToAssume: SERVICE_ROLE, awsExternalId: 'portcullis-4711' };
      trial.signInAs(host);
      const id = await trial.create(auto);
      assert.equal(await trial.status(id), 'enabled');
      await trial.remove(id);
      assert.equal(await trial.status(id), 'deleted');
    },
  },
  {
    name: 'refuses the credentials of the host with another external id',
    async run(trial, { host }) {
      trial.signInAs(host);
      const auto = { authenticationType: 'auto', awsRoleToAssume: SERVICE_ROLE, awsExternalId: 'another' };
      await expectRefusal(trial, auto, ['caller-identity', 'missing-grant', /sts:AssumeRole/]);
    },
  },
  refused('refuses a key that nobody has', { awsAccessKeyId: 'AKIANOBODY0000000000' }, [
    'caller-identity',
    'credentials',
    /does not know/,
  ]),
  refused('refuses the secret of another key', { awsSecretAccessKey: 'of-another-key' }, [
    'caller-identity',
    'credentials',
    /does not belong/,
  ]),
  refused('refuses the account of somebody else', { awsAccountId: '999999999999' }, [
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
  withEverything('tells a bucket that does not exist', { awsLocationPath: 's3://no-such-lake/curated/' }, [
    'bucket',
    'not-found',
    /no-such-lake does not exist/,
  ]),
  withEverything('tells a bucket in another region', { awsLocationPath: 's3://far-lake/curated/' }, [
    'bucket',
    'invalid-input',
    /in us-west-2, not in eu-central-1/,
  ]),
  withEverything('tells a role that does not exist', { awsLocationRole: `${LOCATION_ROLE}-2` }, [
    'role-trust',
    'not-found',
    /does not exist/,
  ]),
  withEverything(
    'tells a role that trusts somebody else',
    { awsLocationRole: LOCATION_ROLE.replace('portcullis-location', 'of-somebody-else') },
    ['role-trust', 'missing-grant', /sts:AssumeRole and sts:SetSourceIdentity/],
  ),
  mended('s3:ListBucket', 'bucket'),
  mended('iam:GetRole', 'role-trust'),
  mended('iam:GetRole', 'actions-allowed'),
];

function refused(name: string, changes: object, refusal: Refusal): Case {
  return { name, run: (trial, { service }) => expectRefusal(trial, { ...service, ...changes }, refusal) };
}

const EVERYTHING: Policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*', 'iam:*'], Resource: ['*'] }],
};

/** AWS tells only those who may look from those who may not. */
function withEverything(name: string, changes: object, refusal: Refusal): Case {
  return {
    name,
    async run(trial, { user }) {
      const key = await trial.asAdministrator(() => user(name.replaceAll(/\W/g, '-'), [EVERYTHING]));
      await expectRefusal(trial, { ...key, ...changes }, refusal);
    },
  };
}

async function expectRefusal(trial: Trial, config: object, [test, failureClass, says]: Refusal): Promise<void> {
  const result = (await trial.tests(config)).get(test);
  assert.equal(result?.status, 'failed');
  assert.equal(result?.failureClass, failureClass);
  assert.match(result?.message ?? '', says);
  await assert.rejects(trial.create(config), { code: 'VALIDATION_FAILED' });
  assert.equal(trial.grants.account.locations.size, 0);
}

/** Without an action a test names it; with the policy that it prints, the test passes. */
function mended(action: string, test: string): Case {
  return {
    name: `names ${action} when it is missing (${test}), and prints the policy that mends it`,
    async run(trial, { setup, user }) {
      const name = `${action}-${test}`.replace(':', '-');
      const lacking = without(setup.servicePolicy, action);
      const key: UserKey = await trial.asAdministrator(() => user(`${name}-lacking`, [lacking]));
      const result = (await trial.tests(key)).get(test);
      assert.ok(result?.status === 'failed' || result?.status === 'warning', `${test} is ${result?.status}`);
      assert.match(result.message ?? '', new RegExp(action));
      const printed = (result.remediation?.statements ?? []).map((each) => JSON.parse(String(each)) as Policy);
      const better = await trial.asAdministrator(() => user(`${name}-mended`, [lacking, ...printed]));
      assert.equal((await trial.tests(better)).get(test)?.status, 'passed');
    },
  };
}

function without({ Version, Statement }: Policy, action: string): Policy {
  const statements = Statement.map((each) => ({ ...each, Action: each.Action.filter((name) => name !== action) }));
  return { Version, Statement: statements.filter((each) => each.Action.length > 0) };
}
