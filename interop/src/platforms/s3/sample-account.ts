import type { AccessKey, Account } from './emulator/account.ts';

export const ACCOUNT = '123456789012';
export const REGION = 'eu-central-1';
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/portcullis-location`;
export const INSTANCE = `arn:aws:s3:${REGION}:${ACCOUNT}:access-grants/default`;
export const KEY_ID = 'AKIASTANDIN000000001';
export const SECRET = 'emulator/secret+of40characters0123456789';

/** An account that checks signatures. */
export type SampleAccount = Account & { readonly keys: Map<string, AccessKey> };

/** An account in which everything is ready. */
export function sampleAccount(): SampleAccount {
  const key = { secret: SECRET, account: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:user/portcullis-service` };
  return {
    id: ACCOUNT,
    keys: new Map([[KEY_ID, key]]),
    regions: new Set([REGION]),
    locations: new Map(),
    grants: new Map(),
    roles: new Map([['portcullis-location', { arn: ROLE, trust: trustedBy() }]]),
    buckets: new Map([['acme-lake', { region: REGION, objects: ['curated/orders.parquet'] }]]),
    denied: [],
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
