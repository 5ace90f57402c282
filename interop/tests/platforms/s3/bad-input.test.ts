import type { ValidationTestResult } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/platforms/s3/emulator/account.ts';
import type { Fault } from '../../../src/platforms/s3/emulator/emulator.ts';
import {
  ACCOUNT,
  INSTANCE,
  KEY_ID,
  ROLE,
  SECRET,
  sampleAccount,
  trustedBy,
} from '../../../src/platforms/s3/sample-account.ts';
import { body, type S3Environment, startEnvironment } from '../../../src/platforms/s3/test-environment.ts';

// The SDK retries retryable requests, with pauses.
let environment: S3Environment;
beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(async () => {
  // No refused request changes the account.
  expect(environment.emulator.changes()).toEqual([]);
  await environment.close();
});

interface Row {
  readonly what: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly account?: (account: Account) => void;
  readonly faults?: readonly (readonly [operation: string, fault: Fault])[];
  /** The test that reports it, and its result. */
  readonly test: string;
  readonly status?: ValidationTestResult['status'];
  readonly class: string;
  readonly says: readonly string[];
  readonly remedy?: readonly string[];
}

const refuse = (status: number, code: string, message = `Refused: ${code}`): Fault => ({
  kind: 'refuse',
  status,
  code,
  message,
});

const denied = (action: string, operation: string, on: string): Row => ({
  what: `${action} is denied`,
  faults: [[operation, refuse(403, 'AccessDenied', `User: me is not authorized to perform: ${action}`)]],
  test: operation === 'ListAccessGrants' || operation === 'ListAccessGrantsLocations' ? 'actions-allowed' : on,
  class: 'missing-grant',
  says: [action],
  remedy: [`"${action}"`, '"Effect": "Allow"'],
});

/** The cases that moto lacks. Keys, signatures, buckets and roles that AWS refuses are cases of `s3:moto`. */
const ROWS: readonly Row[] = [
  {
    what: 'a key that has expired',
    faults: [['GetCallerIdentity', refuse(403, 'ExpiredToken')]],
    test: 'caller-identity',
    class: 'credentials',
    says: ['expired'],
  },
  {
    what: 'a clock that is wrong',
    faults: [['GetCallerIdentity', refuse(403, 'RequestTimeTooSkewed')]],
    test: 'caller-identity',
    class: 'credentials',
    says: ['clock'],
  },
  {
    what: 'the key of another account',
    account: ({ keys }) => {
      const arn = 'arn:aws:iam::999999999999:user/eve';
      keys.set(KEY_ID, { account: '999999999999', arn });
    },
    test: 'account',
    class: 'invalid-input',
    says: ['999999999999', ACCOUNT, 'Use an access key of the account'],
  },
  {
    what: 'a region without an instance',
    config: { awsRegion: 'eu-west-1' },
    test: 'instance',
    class: 'not-found',
    says: ['no access-grants instance in eu-west-1'],
    remedy: [`aws s3control create-access-grants-instance --account-id ${ACCOUNT} --region eu-west-1`],
  },
  {
    what: 'a region that is not known',
    config: { awsRegion: 'eu-central-9' },
    test: 'region',
    status: 'warning',
    class: 'invalid-input',
    says: ['eu-central-9'],
  },
  {
    what: 'a location that Portcullis did not make',
    account: ({ locations }) => {
      for (const number of [1, 2, 3]) {
        locations.set(`l${number}`, { id: `l${number}`, path: `s3://other/${number}`, role: ROLE, tags: {} });
      }
      locations.set('l4', { id: 'l4', path: 's3://acme-lake/curated/', role: ROLE, tags: { owner: 'them' } });
    },
    test: 'location-absent',
    class: 'already-exists',
    says: ['s3://acme-lake/curated/', 'was not made by Portcullis'],
  },
  {
    what: 'a text that is no ARN',
    config: { awsLocationRole: 'portcullis-location' },
    test: 'role-arn',
    class: 'invalid-input',
    says: [`arn:aws:iam::${ACCOUNT}:role/`],
  },
  {
    what: 'a role in another account',
    config: { awsLocationRole: 'arn:aws:iam::999999999999:role/portcullis-location' },
    test: 'role-arn',
    class: 'invalid-input',
    says: ['in account 999999999999'],
  },
  {
    what: 'a role in another partition',
    config: { awsLocationRole: `arn:aws-cn:iam::${ACCOUNT}:role/portcullis-location` },
    test: 'role-arn',
    class: 'invalid-input',
    says: ['aws-cn'],
  },
  {
    what: 'a role of that name with a path',
    account: ({ roles }) =>
      roles.set('portcullis-location', {
        arn: `arn:aws:iam::${ACCOUNT}:role/data/portcullis-location`,
        trust: trustedBy(),
      }),
    test: 'role-trust',
    class: 'not-found',
    says: ['role/data/portcullis-location'],
  },
  {
    what: 'a role that trusts another instance',
    account: ({ roles }) =>
      roles.set('portcullis-location', {
        arn: ROLE,
        trust: trustedBy({ Condition: { StringEquals: { 'aws:SourceAccount': '999999999999' } } }),
      }),
    test: 'role-trust',
    class: 'missing-grant',
    says: ['sts:AssumeRole'],
    remedy: [ACCOUNT],
  },
  denied('s3:GetAccessGrantsInstance', 'GetAccessGrantsInstance', 'instance'),
  denied('s3:ListBucket', 'HeadBucket', 'bucket'),
  denied('s3:ListBucket', 'ListObjectsV2', 'bucket'),
  {
    what: 'iam:GetRole is denied',
    faults: [['GetRole', refuse(403, 'AccessDenied', 'User: me is not authorized to perform: iam:GetRole')]],
    test: 'role-trust',
    status: 'warning',
    class: 'missing-grant',
    says: ['iam:GetRole'],
    remedy: ['"iam:GetRole"', ROLE],
  },
  {
    what: 'actions are denied, and IAM says so',
    account: (account) => {
      account.denied = ['s3:CreateAccessGrantsLocation', 'iam:PassRole'];
    },
    test: 'actions-allowed',
    class: 'missing-grant',
    says: ['s3:CreateAccessGrantsLocation (to register the location)', 'iam:PassRole'],
    remedy: [`"Resource": [\n        "${INSTANCE}"`, ROLE],
  },
  ...(['identity', 'boundary', 'organization'] as const).map(
    (by): Row => ({
      what: `a policy denies an action, and no other one overrides it: ${by}`,
      account: ({ forbidden }) => forbidden.set('iam:PassRole', by),
      test: 'actions-allowed',
      class: 'missing-grant',
      says: ['A policy denies the credentials iam:PassRole', 'service control policies'],
    }),
  ),
  {
    what: 'a service control policy denies s3:GetAccessGrantsInstance',
    faults: [
      [
        'GetAccessGrantsInstance',
        refuse(
          403,
          'AccessDenied',
          'User: me is not authorized to perform: s3:GetAccessGrantsInstance with an explicit deny in a service control policy',
        ),
      ],
    ],
    test: 'instance',
    class: 'missing-grant',
    says: ['s3:GetAccessGrantsInstance', 'Ask an administrator of the organization'],
  },
  ...(['GetAccessGrantsInstance', 'HeadBucket', 'GetRole', 'GetCallerIdentity'] as const).map(
    (operation): Row => ({
      what: `the connection is cut in the middle of ${operation}`,
      faults: [[operation, { kind: 'cut', when: 'after' }]],
      // Observing the platform needs the first three, and belongs to the last gate.
      test: {
        GetAccessGrantsInstance: 'account',
        GetRole: 'account',
        HeadBucket: 'bucket',
        GetCallerIdentity: 'caller-identity',
      }[operation],
      class: 'network',
      says: [],
    }),
  ),
  {
    what: 'something in between responds with a page',
    faults: [['GetCallerIdentity', { kind: 'page', status: 502 }]],
    test: 'caller-identity',
    class: 'network',
    says: ['has lost the response'],
  },
  {
    what: 'something in between responds well, with a page',
    faults: [['GetCallerIdentity', { kind: 'page', status: 200 }]],
    test: 'caller-identity',
    class: 'network',
    says: [],
  },
  {
    what: 'AWS is busy',
    faults: [['GetAccessGrantsInstance', refuse(503, 'SlowDown')]],
    test: 'account',
    class: 'transient',
    says: ['too many requests'],
  },
];

describe('a set-up is rejected or has a warning', () => {
  it.each(ROWS)(
    '$what',
    async ({ config, account, faults = [], test, status = 'failed', says, remedy = [], ...row }) => {
      account?.(environment.emulator.account);
      for (const [operation, fault] of faults) environment.emulator.faults.set(operation, fault);
      const result = (await environment.tests(body(config))).get(test);
      expect(result).toMatchObject({ status, failureClass: row.class });
      for (const part of says) expect(result?.message).toContain(part);
      const fixStatements = (result?.remediation?.statements ?? []).join('\n');
      for (const part of remedy) expect(fixStatements).toContain(part);
      expect(remedy.length === 0 || result?.remediation?.runAs).toBeTruthy();
      expect(JSON.stringify(result)).not.toContain(SECRET);
      if (status === 'failed')
        await expect(environment.create(body(config))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );

  it.each([
    ['s3:ListAccessGrantsLocations', 'ListAccessGrantsLocations'],
    ['s3:ListAccessGrants', 'ListAccessGrants'],
  ])('%s is denied, and IAM may not be asked', async (action, operation) => {
    environment.emulator.account.denied = undefined;
    environment.emulator.faults.set(
      operation,
      refuse(403, 'AccessDenied', `User: me is not authorized to perform: ${action}`),
    );
    const result = (await environment.tests(body())).get('actions-allowed');
    expect(result).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(result?.message).toContain(action);
    expect(result?.remediation?.statements.join()).toContain(`"${action}"`);
  });

  it('without access to IAM, permissions for changes are not checked', async () => {
    environment.emulator.account.denied = undefined;
    const result = (await environment.tests(body())).get('actions-allowed');
    expect(result?.status).toBe('passed');
    expect(result?.result).toContainEqual({ action: 'iam:PassRole', on: 'role', allowed: 'not checked' });
    expect(result?.result).toContainEqual({ action: 's3:ListAccessGrants', on: 'instance', allowed: 'yes' });
  });

  it('a permission to pass the role to S3 Access Grants only is sufficient', async () => {
    environment.emulator.account.conditional.set('iam:PassRole', [
      'iam:PassedToService',
      'access-grants.s3.amazonaws.com',
    ]);
    const result = (await environment.tests(body())).get('actions-allowed');
    expect(result?.status).toBe('passed');
    expect(result?.result).toContainEqual({ action: 'iam:PassRole', on: 'role', allowed: 'yes' });
  });

  it('a permission to pass the role to another service only is not sufficient', async () => {
    environment.emulator.account.conditional.set('iam:PassRole', ['iam:PassedToService', 'ec2.amazonaws.com']);
    const result = (await environment.tests(body())).get('actions-allowed');
    expect(result).toMatchObject({ status: 'failed', message: expect.stringContaining('iam:PassRole') });
  });

  it('a permission under a condition that a simulation cannot evaluate is tried, or a warning', async () => {
    const { conditional } = environment.emulator.account;
    conditional.set('s3:ListAccessGrants', ['aws:SourceIp', '192.0.2.1']);
    conditional.set('s3:DeleteAccessGrant', ['aws:SourceIp', '192.0.2.1']);
    const result = (await environment.tests(body())).get('actions-allowed');
    expect(result).toMatchObject({ status: 'warning', message: expect.stringContaining('s3:DeleteAccessGrant') });
    expect(result?.result).toContainEqual({ action: 's3:ListAccessGrants', on: 'instance', allowed: 'yes' });
    expect(result?.result).toContainEqual({ action: 's3:DeleteAccessGrant', on: 'grants', allowed: 'unclear' });
  });

  it('a bucket of another account is a warning', async () => {
    environment.emulator.account.foreignBuckets.add('acme-lake');
    expect((await environment.tests(body())).get('bucket')).toMatchObject({
      status: 'warning',
      failureClass: 'invalid-input',
      message: expect.stringContaining(`The bucket acme-lake does not belong to account ${ACCOUNT}.`),
    });
  });

  it('an empty prefix is a warning', async () => {
    environment.emulator.account.buckets.set('acme-lake', ['raw/x']);
    expect((await environment.tests(body())).get('bucket')).toMatchObject({ status: 'warning' });
    expect((await environment.tests(body({ awsLocationPath: 's3://acme-lake' }))).get('bucket')).toMatchObject({
      status: 'passed',
    });
  });

  it('the default location has no bucket to check', async () => {
    expect((await environment.tests(body({ awsLocationPath: 's3://' }))).get('bucket')).toMatchObject({
      status: 'skipped',
    });
  });

  it('conditions that only AWS can evaluate are a warning', async () => {
    const Condition = { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } };
    environment.emulator.account.roles.set('portcullis-location', { arn: ROLE, trust: trustedBy({ Condition }) });
    expect((await environment.tests(body())).get('role-trust')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('aws:PrincipalOrgID'),
    });
  });
});

describe('an unreachable server', () => {
  it('is a network failure', async () => {
    await environment.emulator.stop();
    expect((await environment.tests(body())).get('caller-identity')).toMatchObject({
      status: 'failed',
      failureClass: 'network',
    });
  });

  it('that never responds causes a time-out, and the request is aborted', async () => {
    await environment.close();
    environment = await startEnvironment({ requestTimeoutMs: 300 }, sampleAccount());
    environment.emulator.faults.set('GetCallerIdentity', { kind: 'hang' });
    const hung = environment.emulator.hanging();
    const result = environment.tests(body());
    const request = await hung;
    await new Promise<void>((resolve) =>
      request.socket.destroyed ? resolve() : request.socket.once('close', () => resolve()),
    );
    expect((await result).get('caller-identity')).toMatchObject({ status: 'failed', failureClass: 'timeout' });
  });
});
