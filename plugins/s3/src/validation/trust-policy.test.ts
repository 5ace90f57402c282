import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustPolicy } from '../setup/policies.ts';
import { evaluateTrust } from './trust-policy.ts';

const place = { awsAccountId: '123456789012', awsRegion: 'eu-central-1' };
const from = { account: '123456789012', instance: 'arn:aws:s3:eu-central-1:123456789012:access-grants/default' };
const statement = {
  Effect: 'Allow',
  Principal: { Service: 'access-grants.s3.amazonaws.com' },
  Action: ['sts:AssumeRole', 'sts:SetSourceIdentity'],
};
const evaluate = (...statements: readonly object[]) => evaluateTrust(JSON.stringify({ Statement: statements }), from);
const BOTH = ['sts:AssumeRole', 'sts:SetSourceIdentity'];

describe('a trust policy', () => {
  it.each([
    ['as the set-up writes it', ...trustPolicy(place, true).Statement],
    ['without conditions', statement],
    [
      'with one action a statement',
      { ...statement, Action: 'sts:AssumeRole' },
      { ...statement, Action: 'STS:SetSourceIdentity' },
    ],
    ['with an asterisk', { ...statement, Action: 'sts:*' }],
    [
      'for several services',
      { ...statement, Principal: { Service: ['ec2.amazonaws.com', 'access-grants.s3.amazonaws.com'] } },
    ],
    [
      'for any instance of the account',
      { ...statement, Condition: { ArnLike: { 'AWS:SourceArn': 'arn:aws:s3:*:123456789012:access-grants/*' } } },
    ],
    [
      'with an account in another case',
      { ...statement, Condition: { StringEqualsIgnoreCase: { 'aws:SourceArn': from.instance.toUpperCase() } } },
    ],
    [
      'with one of several accounts',
      { ...statement, Condition: { StringEquals: { 'aws:SourceAccount': ['1', '123456789012'] } } },
    ],
  ])('%s passes', (_how, ...statements) => {
    expect(evaluate(...(statements as object[]))).toEqual({ missing: [], unclear: [] });
  });

  it.each([
    ['empty', BOTH, []],
    ['for another service', BOTH, [{ ...statement, Principal: { Service: 's3.amazonaws.com' } }]],
    ['for an account', BOTH, [{ ...statement, Principal: { AWS: 'arn:aws:iam::123456789012:root' } }]],
    ['without source identity', ['sts:SetSourceIdentity'], [{ ...statement, Action: 'sts:AssumeRole' }]],
    [
      'for another account',
      BOTH,
      [{ ...statement, Condition: { StringEquals: { 'aws:SourceAccount': '999999999999' } } }],
    ],
    [
      'for another region',
      BOTH,
      [
        {
          ...statement,
          Condition: { ArnEquals: { 'aws:SourceArn': 'arn:aws:s3:us-east-1:123456789012:access-grants/default' } },
        },
      ],
    ],
    [
      'with a pattern that is compared as text',
      BOTH,
      [
        {
          ...statement,
          Condition: { StringEquals: { 'aws:SourceArn': 'arn:aws:s3:*:123456789012:access-grants/*' } },
        },
      ],
    ],
    [
      'that denies it again',
      ['sts:AssumeRole'],
      [statement, { ...statement, Effect: 'Deny', Action: 'sts:AssumeRole' }],
    ],
  ])('%s lacks a required permission', (_how, missing, statements) => {
    expect(evaluate(...statements)).toEqual({ missing, unclear: [] });
  });

  it('with another condition is left to AWS', () => {
    const Condition = { StringEquals: { 'aws:PrincipalOrgID': 'o-1' }, Bool: { 'aws:SourceAccount': 'true' } };
    expect(evaluate({ ...statement, Condition })).toEqual({
      missing: [],
      unclear: ['StringEquals aws:PrincipalOrgID', 'Bool aws:SourceAccount'],
    });
  });

  it('that denies other accounts is left to AWS', () => {
    const others = { StringNotEquals: { 'aws:SourceAccount': '123456789012' } };
    expect(evaluate(statement, { ...statement, Effect: 'Deny', Principal: '*', Condition: others })).toEqual({
      missing: [],
      unclear: ['StringNotEquals aws:SourceAccount'],
    });
  });

  it('can be parsed from any input', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 2 }), (text) => evaluateTrust(text, from).missing.length === 2),
      { numRuns: 40 },
    );
    fc.assert(fc.property(fc.string(), (text) => evaluateTrust(text, from).missing.length === 2));
    expect(evaluate({ ...statement, Action: `${'*a'.repeat(5_000)}b` }).missing).toEqual(BOTH);
  });
});
