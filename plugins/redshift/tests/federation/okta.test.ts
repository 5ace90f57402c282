import { classifyFailure, definitionOf, PlatformError } from '@portcullis/plugin-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DriverClientOptions } from '../../src/connection/driver.ts';
import { redshift } from '../../src/index.ts';
import type { RedshiftOptions } from '../../src/redshift-options.ts';
import { SAMPLES } from '../../src/samples.ts';
import { quiet } from '../support/test-environment.ts';
import { TEMPORARY_PASSWORD } from './aws-emulator.ts';
import { type Federation, ROLE, startFederation, userWith } from './start-federation.ts';

const [, , cluster = {}, workgroup = {}] = SAMPLES as readonly (Record<string, unknown> & { okta: object })[];
const USER = 'service@example.com';
const OTHER_ROLE = 'arn:aws:iam::123456789012:role/other,arn:aws:iam::123456789012:saml-provider/okta';

let federation: Federation;
beforeAll(async () => {
  federation = await startFederation();
});
afterAll(() => federation.stop());
beforeEach(() => {
  federation.users.set(USER, userWith());
});

/** A driver that accepts every sign-in, or refuses it with an error, and records its options. */
function recordingDriver(refusal?: Error) {
  const made: DriverClientOptions[] = [];
  class Client {
    constructor(options: DriverClientOptions) {
      made.push(options);
      options.stream().destroy();
    }
    async connect() {
      if (refusal) throw refusal;
    }
    async query() {
      return { rows: [] };
    }
    async end() {}
    on() {}
  }
  return { made, load: async () => ({ Client }) };
}

interface Attempt {
  readonly sample?: Readonly<Record<string, unknown>>;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly okta?: Readonly<Record<string, unknown>>;
  readonly mode?: 'automatic' | 'manual';
  readonly stage?: 'initial' | 'managed';
  readonly options?: RedshiftOptions;
  readonly signal?: AbortSignal;
  /** The error with which the cluster refuses the sign-in. */
  readonly refusal?: Error;
}

/** Opens a connection and returns the account that it signed in as. */
async function signIn({
  sample = cluster,
  changes,
  okta,
  mode = 'automatic',
  stage = 'initial',
  ...rest
}: Attempt = {}) {
  const driver = recordingDriver(rest.refusal);
  const options = { endpoints: federation.endpoints, driver: driver.load, ...rest.options };
  const definition = definitionOf(redshift(options));
  const config = definition.config.parse({ ...sample, ...changes, okta: { ...(sample.okta as object), ...okta } });
  const session = await definition.connect?.({
    config,
    stage,
    actor: 'setup',
    mode,
    facts: {},
    secrets: {},
    signal: rest.signal ?? new AbortController().signal,
    deadlineMs: 20_000,
    logger: quiet,
  });
  await session?.close();
  const [{ user, password, database, host } = {} as DriverClientOptions] = driver.made;
  return { user, password, database, host };
}

/** Returns the engine's classification of a failed attempt. */
async function refusalOf(attempt: Attempt = {}) {
  const error = await signIn(attempt).then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  const failure = classifyFailure(error, definitionOf(redshift()).classifyError);
  expect(JSON.stringify([failure, PlatformError.isInstance(error) ? error.details : {}])).not.toContain(
    'Correct4Horse',
  );
  return failure;
}

describe('a sign-in through Okta', () => {
  it('gets a temporary password for the database user that the assertion assigns', async () => {
    const before = federation.calls.length;
    expect(await signIn()).toMatchObject({ user: 'IAM:awsuser', password: TEMPORARY_PASSWORD, database: 'dev' });
    expect(federation.calls.slice(before)).toMatchObject([
      { action: 'AssumeRoleWithSAML', parameters: { RoleArn: ROLE } },
      {
        action: 'GetClusterCredentials',
        parameters: { ClusterIdentifier: 'examplecluster', DbUser: 'awsuser', DbName: 'dev', AutoCreate: 'false' },
      },
    ]);
  });

  it('uses the session name if no database user is assigned', async () => {
    federation.users.set(USER, userWith({}, { databaseUser: undefined } as never));
    expect(await signIn()).toMatchObject({ user: `IAM:${USER}` });
  });

  it('uses the account of the script if an administrator ran the script', async () => {
    const signedIn = await signIn({ mode: 'manual', stage: 'managed' });
    expect(signedIn).toMatchObject({ user: 'IAM:governance_service', database: 'governance' });
  });

  it('requests a password of the role from a workgroup', async () => {
    expect(await signIn({ sample: workgroup })).toMatchObject({
      user: 'IAMR:redshift-setup',
      password: TEMPORARY_PASSWORD,
    });
    expect(federation.calls.at(-1)).toMatchObject({
      action: 'GetCredentials',
      parameters: { workgroupName: 'analytics', dbName: 'dev', durationSeconds: 900 },
    });
  });

  it('also opens an application by its whole path', async () => {
    federation.users.set(USER, userWith({ applications: ['amazon_aws_redshift/0oa9/1'] }));
    expect(await signIn({ okta: { appId: 'amazon_aws_redshift/0oa9/1' } })).toMatchObject({ user: 'IAM:awsuser' });
  });

  it('calls AWS with the credentials provider of the host, if given', async () => {
    const asked: unknown[] = [];
    const aws = async () => ({
      assumeRole: async (role: unknown) => {
        asked.push(role);
        return { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' };
      },
      clusterAccount: async (wanted: unknown) => {
        asked.push(wanted);
        return { user: 'IAM:x', password: 'y' };
      },
      workgroupAccount: async () => ({ user: '', password: '' }),
    });
    expect(await signIn({ options: { endpoints: federation.endpoints, aws } })).toMatchObject({ user: 'IAM:x' });
    expect(asked).toMatchObject([
      { region: 'us-east-1', role: ROLE, provider: 'arn:aws:iam::123456789012:saml-provider/okta' },
      { region: 'us-east-1', cluster: 'examplecluster', user: 'awsuser' },
    ]);
  });
});

it('a refusal of the cluster names the database user, for which AWS issues credentials even if it does not exist', async () => {
  const refusal = Object.assign(new Error('password authentication failed for user "IAM:awsuser"'), {
    code: '28000',
    severity: 'FATAL',
  });
  expect(await refusalOf({ refusal })).toMatchObject({
    class: 'credentials',
    message: 'The server refused the temporary credentials of the database user "awsuser".',
    help: expect.stringContaining('Check that this user exists'),
  });
});

describe('a refusal of Okta is explained:', () => {
  it('a wrong password', async () => {
    expect(await refusalOf({ okta: { password: 'Wrong1Password' } })).toEqual({
      class: 'credentials',
      code: 'E0000004',
      message: 'Okta refused the user name or the password.',
    });
  });

  it.each([
    ['a second factor', 'MFA_REQUIRED', 'unsupported', 'second factor'],
    ['a required enrolment of a second factor', 'MFA_ENROLL', 'unsupported', 'second factor'],
    ['an expired password', 'PASSWORD_EXPIRED', 'credentials', 'has expired'],
    ['a locked account', 'LOCKED_OUT', 'credentials', 'locked'],
    ['an unknown state', 'SOMETHING_NEW', 'network', 'did not come from Okta'],
    ['a policy against the network', 'E0000006', 'missing-grant', 'sign-on policy'],
    ['too many sign-ins', 'E0000047', 'transient', 'throttling sign-ins'],
  ])('%s', async (_what, state, expected, expectedMessage) => {
    federation.users.set(USER, userWith({ state }));
    const failure = await refusalOf();
    expect(failure.class).toBe(expected);
    expect(failure.message).toContain(expectedMessage);
  });

  it('an application that is not assigned', async () => {
    expect(await refusalOf({ okta: { appId: '0oaOther/272' } })).toMatchObject({
      class: 'missing-grant',
      message: expect.stringContaining('is not assigned to this account'),
    });
  });

  it('an application with another sign-in method, and one without a target', async () => {
    expect(await refusalOf({ okta: { appId: 'elsewhere/0oaElsewhere' } })).toMatchObject({ class: 'unsupported' });
    expect(await refusalOf({ okta: { appId: 'round/0oaRound' } })).toMatchObject({ class: 'network' });
  });

  it('a role that is not assigned, with the assigned ones', async () => {
    federation.users.set(USER, userWith({}, { roles: [OTHER_ROLE] }));
    expect(await refusalOf()).toMatchObject({
      class: 'missing-grant',
      message: expect.stringContaining('it assigns arn:aws:iam::123456789012:role/other.'),
    });
    federation.users.set(USER, userWith({}, { roles: [] }));
    expect(await refusalOf()).toMatchObject({
      class: 'missing-grant',
      message: expect.stringContaining('names no role'),
    });
  });

  it('an assertion without a user', async () => {
    federation.users.set(USER, userWith({}, { databaseUser: undefined, sessionName: undefined } as never));
    expect(await refusalOf()).toMatchObject({ class: 'missing-grant', message: expect.stringContaining('DbUser') });
  });

  it.each([
    ['an interrupted sign-in', '/api/v1/authn', 'cut', 'network'],
    ['another server that responds in its place', '/api/v1/authn', 'garbage', 'network'],
    ['a server that fails', '/api/v1/authn', 503, 'transient'],
    ['a missing organisation', '/api/v1/authn', 404, 'not-found'],
    ['an unknown application', '/home/', 404, 'not-found'],
    ['a forbidden application', '/app/', 403, 'missing-grant'],
    ['a truncated page', '/app/', 'cut', 'network'],
  ] as const)('%s', async (_what, path, fault, expected) => {
    federation.failNext(path, fault);
    expect((await refusalOf()).class).toBe(expected);
  });
});

describe('a refusal of AWS is explained:', () => {
  it('an expired assertion', async () => {
    federation.users.set(USER, userWith({}, { endsAt: Date.now() - 1_000 }));
    expect(await refusalOf()).toMatchObject({
      class: 'credentials',
      code: 'ExpiredTokenException',
      message: expect.stringContaining('had expired when it reached AWS'),
    });
  });

  it('a role that does not trust the provider', async () => {
    const foreign = 'arn:aws:iam::123456789012:role/foreign';
    federation.users.set(USER, userWith({}, { roles: [`${foreign},arn:aws:iam::123456789012:saml-provider/okta`] }));
    expect(await refusalOf({ okta: { role: foreign } })).toMatchObject({
      class: 'missing-grant',
      code: 'AccessDenied',
      message: expect.stringContaining('sts:AssumeRoleWithSAML'),
    });
  });

  it('a database user without permission for the role', async () => {
    federation.users.set(USER, userWith({}, { databaseUser: 'rdsdb' }));
    expect(await refusalOf()).toMatchObject({
      class: 'missing-grant',
      message: expect.stringContaining('redshift:GetClusterCredentials'),
    });
  });

  it.each([
    ['a cluster', cluster, 'nocluster.abc123xyz789.us-east-1.redshift.amazonaws.com'],
    ['a workgroup', workgroup, 'nogroup.123456789012.us-east-1.redshift-serverless.amazonaws.com'],
  ])('a missing %s', async (_what, sample, host) => {
    expect(await refusalOf({ sample, changes: { host } })).toMatchObject({ class: 'not-found' });
  });

  it('a workgroup without permission for the role', async () => {
    const host = 'closed.123456789012.us-east-1.redshift-serverless.amazonaws.com';
    (federation.account.workgroups as Map<string, 'denied'>).set('closed', 'denied');
    expect(await refusalOf({ sample: workgroup, changes: { host } })).toMatchObject({
      class: 'missing-grant',
      message: expect.stringContaining('redshift-serverless:GetCredentials'),
    });
  });

  it.each([
    ['InvalidIdentityTokenException', 400, 'credentials'],
    ['IDPRejectedClaimException', 403, 'credentials'],
    ['RegionDisabledException', 403, 'unsupported'],
    ['RequestExpired', 400, 'credentials'],
    ['ValidationError', 400, 'invalid-input'],
  ])('%s', async (code, status, expected) => {
    federation.account.faults.push({ code, status });
    expect(await refusalOf()).toMatchObject({ class: expected, code });
  });

  it('a broken connection', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) federation.failNext('/aws/sts', 'cut');
    expect((await refusalOf()).class).toBe('network');
  });
});

describe('the allowed hosts for the password', () => {
  it('are Okta only, and hosts that the options list', async () => {
    const okta = { idpHost: 'login.example.com' };
    const before = federation.visits.length;
    expect(await refusalOf({ okta })).toMatchObject({
      class: 'invalid-input',
      help: expect.stringContaining('identityProviders of redshift()'),
    });
    expect(federation.visits).toHaveLength(before);
    const options = { endpoints: federation.endpoints, identityProviders: ['.example.com'] };
    expect(await signIn({ okta, options: { ...options, driver: recordingDriver().load } })).toBeDefined();
  });

  it('are loopback addresses if an emulator is configured', () => {
    const endpoints = { ...federation.endpoints, sts: 'https://sts.example.com' };
    expect(() => redshift({ endpoints })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });
});

it('a sign-in is aborted as soon as its caller aborts', async () => {
  const controller = new AbortController();
  federation.failNext('/app/', 'hang');
  const hung = federation.hung();
  const refusal = refusalOf({ signal: controller.signal });
  await hung;
  controller.abort();
  expect((await refusal).class).toBe('timeout');
});
