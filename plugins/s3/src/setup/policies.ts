import { parseLocationPath } from '../config/location-path.ts';
import { NEEDED_ACTIONS, type PolicyScope } from '../permissions/needed-actions.ts';
import { literalInPolicy, type Policy, type PolicyStatement, policyOf, statementsFor } from '../permissions/policy.ts';
import { type AccountRegion, arnPartition, instanceArn } from '../regions/arns.ts';
import { GRANTS_SERVICE, REQUIRED_TRUST_ACTIONS } from '../validation/trust-policy.ts';
import type { S3SetupInput } from './setup-input.ts';

/** The additional actions that grants to users and groups of IAM Identity Center need. Source: S3 API reference, "CreateAccessGrant". */
const DIRECTORY_ACTIONS = [
  'sso:DescribeInstance',
  'sso:DescribeApplication',
  'identitystore:DescribeUser',
  'identitystore:DescribeGroup',
];

/**
 * Returns the policy of the service's own credentials: exactly the needed actions, each on its resource.
 *
 * @param directoryUsers - true if users and groups of IAM Identity Center also receive grants.
 */
export function servicePolicy(scope: PolicyScope, directoryUsers = false): Policy {
  const directoryStatement: PolicyStatement = {
    Sid: 'DirectoryUsers',
    Effect: 'Allow',
    Action: DIRECTORY_ACTIONS,
    // The directory is often in another account, the management account of the organisation.
    Resource: ['*'],
  };
  return policyOf([...statementsFor(NEEDED_ACTIONS, scope), ...(directoryUsers ? [directoryStatement] : [])]);
}

/**
 * Returns the trust policy of the location role: S3 Access Grants, for this one instance.
 *
 * @param directoryUsers - true if users and groups of IAM Identity Center also receive grants.
 */
export function trustPolicy(accountRegion: AccountRegion, directoryUsers = false): Policy {
  const sourceCondition = {
    'aws:SourceAccount': accountRegion.awsAccountId,
    'aws:SourceArn': instanceArn(accountRegion),
  };
  const statement = { Effect: 'Allow', Principal: { Service: GRANTS_SERVICE } } as const;
  const partition = arnPartition(accountRegion.awsRegion);
  const directoryStatement: PolicyStatement = {
    ...statement,
    Sid: 'ForDirectoryUsers',
    Action: ['sts:SetContext'],
    Condition: {
      StringEquals: sourceCondition,
      'ForAllValues:ArnEquals': {
        'sts:RequestContextProviders': `arn:${partition}:iam::aws:contextProvider/IdentityCenter`,
      },
    },
  };
  const base: PolicyStatement = {
    ...statement,
    Sid: 'ForS3AccessGrants',
    Action: REQUIRED_TRUST_ACTIONS,
    Condition: { StringEquals: sourceCondition },
  };
  return policyOf(directoryUsers ? [base, directoryStatement] : [base]);
}

const READ_ACTIONS = ['s3:GetObject', 's3:GetObjectVersion', 's3:ListMultipartUploadParts'];
const WRITE_ACTIONS = ['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:AbortMultipartUpload'];

/** Returns the location role's policy for the data, which applies only when S3 Access Grants acts with it. */
export function locationRolePolicy(input: S3SetupInput): Policy {
  const { awsAccountId, awsRegion, awsLocationPath, access = 'readwrite', kmsKeyArns = [] } = input;
  const { bucket, prefix } = parseLocationPath(awsLocationPath);
  const arn = `arn:${arnPartition(awsRegion)}:s3:::`;
  const Condition = {
    StringEquals: { 'aws:ResourceAccount': awsAccountId },
    ArnEquals: { 's3:AccessGrantsInstanceArn': instanceArn(input) },
  };
  const objects = bucket === undefined ? `${arn}*` : `${arn}${bucket}/${literalInPolicy(prefix)}*`;
  const prefixCondition = prefix === '' ? {} : { StringLike: { 's3:prefix': `${literalInPolicy(prefix)}*` } };
  const statements: PolicyStatement[] = [
    { Sid: 'ReadObjects', Effect: 'Allow', Action: READ_ACTIONS, Resource: [objects], Condition },
    {
      Sid: 'ListObjects',
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [`${arn}${bucket ?? '*'}`],
      Condition: { ...Condition, ...prefixCondition },
    },
  ];
  if (access === 'readwrite') {
    statements.push({ Sid: 'WriteObjects', Effect: 'Allow', Action: WRITE_ACTIONS, Resource: [objects], Condition });
  }
  if (kmsKeyArns.length > 0) statements.push(kmsStatement(input, kmsKeyArns));
  return policyOf(statements);
}

/** Source: KMS developer guide, "Using SSE-KMS encryption". */
function kmsStatement({ awsRegion, access = 'readwrite' }: S3SetupInput, keys: readonly string[]): PolicyStatement {
  const suffix = arnPartition(awsRegion) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return {
    Sid: 'UseKeys',
    Effect: 'Allow',
    Action: access === 'readwrite' ? ['kms:Decrypt', 'kms:GenerateDataKey'] : ['kms:Decrypt'],
    Resource: keys,
    Condition: { StringEquals: { 'kms:ViaService': `s3.${awsRegion}.${suffix}` } },
  };
}

/** Returns the trust policy of the service's role, for `auto`. */
export function serviceTrustPolicy(trustedPrincipal: string, externalId?: string): Policy {
  return policyOf([
    {
      Sid: 'ForPortcullis',
      Effect: 'Allow',
      Principal: { AWS: trustedPrincipal },
      Action: ['sts:AssumeRole'],
      ...(externalId === undefined ? {} : { Condition: { StringEquals: { 'sts:ExternalId': externalId } } }),
    },
  ]);
}
