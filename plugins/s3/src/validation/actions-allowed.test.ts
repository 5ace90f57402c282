import type { Remediation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { S3Config } from '../config/config-schema.ts';
import type { AwsCalls, SimulatedDecision } from '../connection/aws-calls.ts';
import { SAMPLES } from '../samples.ts';
import { actionsAllowed } from './actions-allowed.ts';

const { signal } = new AbortController();
const config = SAMPLES[0] as unknown as S3Config;
const caller = async () => ({ account: config.awsAccountId, arn: `arn:aws:iam::${config.awsAccountId}:user/acme` });

interface Outcome {
  readonly status: string;
  readonly message?: string;
  readonly remediation?: Remediation;
}

async function outcomeOf(aws: Partial<AwsCalls>): Promise<Outcome> {
  return actionsAllowed.run({ config, session: { aws }, signal } as never);
}

/** Runs the test with decisions of a simulation for some actions; all others are allowed. */
async function simulated(decisions: Readonly<Record<string, SimulatedDecision>>) {
  const aws: Partial<AwsCalls> = {
    callerIdentity: caller,
    simulate: async ({ actions }) => new Map(actions.map((action) => [action, decisions[action] ?? 'allowed'])),
    instance: async () => 'arn',
    locations: async () => [],
    grants: async () => [],
    hasObjects: async () => true,
    role: async () => undefined,
  };
  return outcomeOf(aws);
}

describe('the decisions of a simulation', () => {
  it('have the policy to attach as the remedy if no policy allows an action', async () => {
    const outcome = await simulated({ 'iam:PassRole': 'denied' });
    expect(outcome).toMatchObject({
      status: 'failed',
      message: 'The credentials lack iam:PassRole (to register the location with the role).',
    });
    expect(outcome.remediation?.statements.join()).toContain('"iam:PassRole"');
  });

  it('have no policy to attach if another policy denies an action', async () => {
    const outcome = await simulated({ 'iam:PassRole': 'forbidden' });
    expect(outcome).toMatchObject({
      status: 'failed',
      message: 'A policy denies the credentials iam:PassRole (to register the location with the role).',
      help: expect.stringContaining('service control policies'),
    });
    expect(outcome.remediation).toBeUndefined();
  });

  it('contain both if some actions are missing and others are denied', async () => {
    const outcome = await simulated({ 'iam:PassRole': 'forbidden', 's3:DeleteAccessGrant': 'denied' });
    expect(outcome.message).toMatch(/lack s3:DeleteAccessGrant .*denies the credentials iam:PassRole/);
    const statements = outcome.remediation?.statements.join() ?? '';
    expect(statements).toContain('"s3:DeleteAccessGrant"');
    expect(statements).not.toContain('iam:PassRole');
  });

  it('are a warning if a condition decides about an action that cannot be tried', async () => {
    const outcome = await simulated({ 's3:DeleteAccessGrant': 'unclear', 's3:ListAccessGrants': 'unclear' });
    expect(outcome).toMatchObject({ status: 'warning', message: expect.stringContaining('s3:DeleteAccessGrant') });
    // An action that only reads is tried.
    expect(outcome.message).not.toContain('s3:ListAccessGrants');
  });
});

it('an action that a service control policy denies has no policy to attach, without a simulation', async () => {
  const refusal = (reason: string) => () => {
    const message = `User: me is not authorized to perform: s3:ListAccessGrants ${reason}`;
    const metadata = { $fault: 'client', $metadata: { httpStatusCode: 403 } };
    return Promise.reject(Object.assign(new Error(message), { name: 'AccessDenied', ...metadata }));
  };
  const aws: Partial<AwsCalls> = {
    callerIdentity: caller,
    simulate: refusal('because no identity-based policy allows the iam:SimulatePrincipalPolicy action'),
    instance: async () => 'arn',
    locations: async () => [],
    grants: refusal('with an explicit deny in a service control policy'),
    hasObjects: async () => true,
    role: async () => undefined,
  };
  const outcome = await outcomeOf(aws);
  expect(outcome).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('denies the credentials s3:List'),
  });
  expect(outcome.remediation).toBeUndefined();
});
