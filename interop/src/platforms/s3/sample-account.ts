import type { Account } from './emulator/account.ts';

export const ACCOUNT = '123456789012';
export const REGION = 'eu-central-1';
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/portcullis-location`;
export const INSTANCE = `arn:aws:s3:${REGION}:${ACCOUNT}:access-grants/default`;
export const KEY_ID = 'AKIAEMULATOR00000001';
export const SECRET = 'emulator/secret+of40characters0123456789';

/** An account that is ready for a set-up. */
export function sampleAccount(): Account {
  return {
    id: ACCOUNT,
    keys: new Map(),
    regions: new Set([REGION]),
    locations: new Map(),
    grants: new Map(),
    removedGrants: new Map(),
    visibleAfterRemovalMs: 0,
    roles: new Map([['portcullis-location', { arn: ROLE, trust: trustedBy() }]]),
    buckets: new Map([['acme-lake', ['curated/orders.parquet']]]),
    denied: [],
    conditional: new Map(),
    forbidden: new Map(),
    foreignBuckets: new Set(),
  };
}

/** A trust policy as the set-up writes it, with changes. */
export function trustedBy(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'access-grants.s3.amazonaws.com' },
        Action: ['sts:AssumeRole', 'sts:SetSourceIdentity'],
        Condition: { StringEquals: { 'aws:SourceAccount': ACCOUNT, 'aws:SourceArn': INSTANCE } },
        ...changes,
      },
    ],
  };
}
