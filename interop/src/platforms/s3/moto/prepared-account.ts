import {
  CreateAccessKeyCommand,
  CreateRoleCommand,
  CreateUserCommand,
  IAMClient,
  PutRolePolicyCommand,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Policy, s3Setup } from '@portcullis/plugin-s3';

export const ACCOUNT = '123456789012';
export const REGION = 'eu-central-1';
export const LOCATION_ROLE = `arn:aws:iam::${ACCOUNT}:role/portcullis-location`;
export const INSTANCE = `arn:aws:s3:${REGION}:${ACCOUNT}:access-grants/default`;
export const SERVICE_ROLE = `arn:aws:iam::${ACCOUNT}:role/portcullis-service`;
const HOST = `arn:aws:iam::${ACCOUNT}:user/host`;
export const PATH = 's3://acme-lake/curated/';

/** An access key of a user. */
export interface UserKey {
  readonly awsAccessKeyId: string;
  readonly awsSecretAccessKey: string;
}

/** An account of moto that an administrator has prepared with `s3Setup`. */
export interface PreparedAccount {
  readonly setup: ReturnType<typeof s3Setup>;
  /** Has the policy of the service. */
  readonly service: UserKey;
  /** May only assume the role of the service. */
  readonly host: UserKey;
  /** Creates a user with these policies. */
  user(name: string, policies: readonly Policy[]): Promise<UserKey>;
}

const PLACE = { awsAccountId: ACCOUNT, awsRegion: REGION, awsLocationPath: PATH, awsLocationRole: LOCATION_ROLE };

/**
 * The actions that moto checks in place of `s3:ListBucket`: the names of the calls. S3 and IAM use one name for them.
 */
const LISTING = ['s3:HeadBucket', 's3:ListBucket', 's3:ListObjects', 's3:ListObjectsV2'];

/**
 * A policy with actions that moto supports. Moto has no S3 Access Grants and rejects ARNs of S3 with a region, so
 * such statements are omitted.
 */
function forMoto({ Version, Statement }: Policy): Policy {
  const isOfGrants = (arn: string): boolean => arn.includes(':access-grants/');
  const kept = Statement.filter(({ Resource = [] }) => !Resource.some(isOfGrants));
  return {
    Version,
    Statement: kept.map((each) => ({
      ...each,
      Action: each.Action.flatMap((action) => (action === 's3:ListBucket' ? LISTING : [action])),
    })),
  };
}

/** Prepares the account while permissions are not checked yet. */
export async function prepareAccount(address: string): Promise<PreparedAccount> {
  const credentials = { accessKeyId: 'AKIAADMINISTRATOR000', secretAccessKey: 'of-the-administrator' };
  const base = { region: REGION, endpoint: address, credentials };
  const iam = new IAMClient(base);
  const setup = s3Setup({
    ...PLACE,
    service: { kind: 'role', name: 'portcullis-service', trustedPrincipal: HOST, externalId: 'portcullis-4711' },
  });
  await makeBuckets(base);
  const roles = [
    ['portcullis-location', setup.locationRoleTrustPolicy, setup.locationRolePolicy],
    ['portcullis-service', setup.serviceTrustPolicy, setup.servicePolicy],
    ['of-another-service', trustOf('ec2.amazonaws.com'), setup.locationRolePolicy],
  ] as const;
  for (const [RoleName, trust, policy] of roles) {
    await iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: JSON.stringify(trust) }));
    await iam.send(
      new PutRolePolicyCommand({ RoleName, PolicyName: 'portcullis', PolicyDocument: JSON.stringify(forMoto(policy)) }),
    );
  }
  const user: PreparedAccount['user'] = async (UserName, policies) => {
    await iam.send(new CreateUserCommand({ UserName }));
    for (const [index, policy] of policies.entries()) {
      const PolicyDocument = JSON.stringify(forMoto(policy));
      await iam.send(new PutUserPolicyCommand({ UserName, PolicyName: `policy-${index}`, PolicyDocument }));
    }
    const { AccessKey } = await iam.send(new CreateAccessKeyCommand({ UserName }));
    return {
      awsAccessKeyId: String(AccessKey?.AccessKeyId),
      awsSecretAccessKey: String(AccessKey?.SecretAccessKey),
    };
  };
  const assume: Policy = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['sts:AssumeRole'], Resource: [SERVICE_ROLE] }],
  };
  return {
    setup,
    service: await user('portcullis-service', [setup.servicePolicy]),
    host: await user('host', [assume]),
    user,
  };
}

function trustOf(Service: string): Policy {
  return {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service }, Action: ['sts:AssumeRole'] }],
  };
}

async function makeBuckets(base: ConstructorParameters<typeof S3Client>[0] & object): Promise<void> {
  const here = new S3Client({ ...base, forcePathStyle: true });
  const there = new S3Client({ ...base, region: 'us-west-2', forcePathStyle: true });
  for (const [client, Bucket, LocationConstraint] of [
    [here, 'acme-lake', REGION],
    [there, 'far-lake', 'us-west-2'],
  ] as const) {
    await client.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint } }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'curated/orders.parquet', Body: 'x' }));
  }
}
