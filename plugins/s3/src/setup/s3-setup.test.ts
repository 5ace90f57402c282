// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of other languages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateTrust } from '../validation/trust-policy.ts';
import { s3Setup } from './s3-setup.ts';
import type { S3SetupInput } from './setup-input.ts';

const INPUT: S3SetupInput = {
  awsAccountId: '123456789012',
  awsRegion: 'eu-central-1',
  awsLocationPath: 's3://acme-lake/curated/',
  awsLocationRole: 'arn:aws:iam::123456789012:role/data/portcullis-location',
};
const INSTANCE = 'arn:aws:s3:eu-central-1:123456789012:access-grants/default';
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/0123abcd-0123-0123-0123-0123456789ab';

/** The statement of a policy by its Sid. */
const find = ({ Statement }: { readonly Statement: readonly { readonly Sid?: string }[] }, sid: string) =>
  Statement.find(({ Sid }) => Sid === sid);

describe('the policy of the service', () => {
  it('allows the actions of the service, each on its resources only', () => {
    expect(s3Setup(INPUT).servicePolicy).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'AccessGrantsInstance',
          Effect: 'Allow',
          Action: [
            's3:GetAccessGrantsInstance',
            's3:ListAccessGrantsLocations',
            's3:CreateAccessGrantsLocation',
            's3:ListAccessGrants',
          ],
          Resource: [INSTANCE],
        },
        {
          Sid: 'AccessGrantsLocations',
          Effect: 'Allow',
          Action: ['s3:ListTagsForResource', 's3:TagResource', 's3:DeleteAccessGrantsLocation', 's3:CreateAccessGrant'],
          Resource: [`${INSTANCE}/location/*`],
        },
        {
          Sid: 'AccessGrants',
          Effect: 'Allow',
          Action: ['s3:TagResource', 's3:ListTagsForResource', 's3:DeleteAccessGrant'],
          Resource: [`${INSTANCE}/grant/*`],
        },
        { Sid: 'Bucket', Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::acme-lake'] },
        {
          Sid: 'LocationRole',
          Effect: 'Allow',
          Action: ['iam:GetRole', 'iam:PassRole'],
          Resource: [INPUT.awsLocationRole],
        },
      ],
    });
  });

  it('allows to look at IAM Identity Center only if its users and groups receive grants', () => {
    expect(find(s3Setup({ ...INPUT, directoryUsers: true }).servicePolicy, 'DirectoryUsers')).toEqual({
      Sid: 'DirectoryUsers',
      Effect: 'Allow',
      Action: [
        'sso:DescribeInstance',
        'sso:DescribeApplication',
        'identitystore:DescribeUser',
        'identitystore:DescribeGroup',
      ],
      Resource: ['*'],
    });
    expect(find(s3Setup(INPUT).servicePolicy, 'DirectoryUsers')).toBeUndefined();
  });

  it.each(['data/*', 'da?a', '${aws:username}'])('treats the path of the role literally: %s', (path) => {
    const role = (text: string) => `arn:aws:iam::123456789012:role/${text}/portcullis-location`;
    const { servicePolicy } = s3Setup({ ...INPUT, awsLocationRole: role(path) });
    const escaped = path.replace(/[$*?]/, (special) => `\${${special}}`);
    expect(find(servicePolicy, 'LocationRole')).toMatchObject({ Resource: [role(escaped)] });
  });

  it('allows no change of the instance, and no action on all resources', () => {
    const text = JSON.stringify(s3Setup(INPUT).servicePolicy);
    for (const action of ['CreateAccessGrantsInstance', 'DeleteAccessGrantsInstance', '"*"', 's3:*', 'iam:*']) {
      expect(text).not.toContain(action);
    }
  });
});

describe('the policies of the location role', () => {
  it('allow reads and writes below the path, for this instance only', () => {
    const { locationRolePolicy } = s3Setup(INPUT);
    const Condition = {
      StringEquals: { 'aws:ResourceAccount': '123456789012' },
      ArnEquals: { 's3:AccessGrantsInstanceArn': INSTANCE },
    };
    expect(find(locationRolePolicy, 'ReadObjects')).toMatchObject({
      Resource: ['arn:aws:s3:::acme-lake/curated/*'],
      Condition,
    });
    expect(find(locationRolePolicy, 'ListObjects')).toMatchObject({
      Resource: ['arn:aws:s3:::acme-lake'],
      Condition: { ...Condition, StringLike: { 's3:prefix': 'curated/*' } },
    });
    expect(find(locationRolePolicy, 'WriteObjects')).toMatchObject({ Condition });
    expect(find(locationRolePolicy, 'UseKeys')).toBeUndefined();
  });

  it('omit writes if grants only read, also for keys', () => {
    const { locationRolePolicy } = s3Setup({ ...INPUT, access: 'read', kmsKeyArns: [KEY] });
    expect(find(locationRolePolicy, 'WriteObjects')).toBeUndefined();
    expect(find(locationRolePolicy, 'UseKeys')).toMatchObject({ Action: ['kms:Decrypt'], Resource: [KEY] });
  });

  it('allow the use of the given keys, through S3', () => {
    expect(find(s3Setup({ ...INPUT, kmsKeyArns: [KEY] }).locationRolePolicy, 'UseKeys')).toMatchObject({
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Resource: [KEY],
      Condition: { StringEquals: { 'kms:ViaService': 's3.eu-central-1.amazonaws.com' } },
    });
  });

  it('treat every character of a prefix literally', () => {
    const { locationRolePolicy } = s3Setup({ ...INPUT, awsLocationPath: 's3://acme-lake/what?/${aws:username}/' });
    expect(find(locationRolePolicy, 'ReadObjects')).toMatchObject({
      Resource: ['arn:aws:s3:::acme-lake/what${?}/${$}{aws:username}/*'],
    });
  });

  it('cover every bucket with the default location', () => {
    const { locationRolePolicy, servicePolicy } = s3Setup({ ...INPUT, awsLocationPath: 's3://' });
    expect(find(locationRolePolicy, 'ReadObjects')).toMatchObject({ Resource: ['arn:aws:s3:::*'] });
    expect(find(servicePolicy, 'Bucket')).toMatchObject({ Resource: ['arn:aws:s3:::*'] });
  });

  it('pass the validation test', () => {
    for (const directoryUsers of [false, true]) {
      const trust = JSON.stringify(s3Setup({ ...INPUT, directoryUsers }).locationRoleTrustPolicy);
      expect(evaluateTrust(trust, { account: INPUT.awsAccountId, instance: INSTANCE })).toEqual({
        missing: [],
        unclear: [],
      });
      expect(trust.includes('sts:SetContext')).toBe(directoryUsers);
    }
  });

  it('name the partition', () => {
    const text = JSON.stringify(
      s3Setup({
        ...INPUT,
        awsRegion: 'cn-north-1',
        awsLocationRole: 'arn:aws-cn:iam::123456789012:role/portcullis-location',
        kmsKeyArns: ['arn:aws-cn:kms:cn-north-1:123456789012:key/x'],
      }),
    );
    expect(text).not.toContain('arn:aws:');
    expect(text).toContain('s3.cn-north-1.amazonaws.com.cn');
  });
});

describe('the role of the service', () => {
  const service = {
    kind: 'role',
    name: 'portcullis-service',
    trustedPrincipal: 'arn:aws:iam::999999999999:role/host',
    externalId: 'portcullis-4711',
  } as const;

  it('may be assumed by the host, with the external id', () => {
    expect(s3Setup({ ...INPUT, service }).serviceTrustPolicy?.Statement).toEqual([
      {
        Sid: 'ForPortcullis',
        Effect: 'Allow',
        Principal: { AWS: service.trustedPrincipal },
        Action: ['sts:AssumeRole'],
        Condition: { StringEquals: { 'sts:ExternalId': 'portcullis-4711' } },
      },
    ]);
    expect(s3Setup(INPUT)).not.toHaveProperty('serviceTrustPolicy');
  });

  it('replaces the user in the Terraform', () => {
    const { terraform } = s3Setup({ ...INPUT, service });
    expect(terraform).toContain('resource "aws_iam_role" "portcullis_service"');
    expect(terraform).not.toContain('aws_iam_user');
    expect(terraform).not.toContain('variable');
  });

  it('asks the reader for missing values', () => {
    const { terraform, serviceTrustPolicy } = s3Setup({ ...INPUT, service: { kind: 'role', name: 'r', path: '/a/' } });
    expect(serviceTrustPolicy).toBeUndefined();
    expect(terraform).toContain('variable "portcullis_principal"');
    expect(terraform).toContain('"AWS": var.portcullis_principal');
    expect(terraform).toContain('path = "/a/"');
  });

  it('is only a policy if the host is in the same account', () => {
    const { terraform } = s3Setup({ ...INPUT, service: { kind: 'policy', name: 'p' } });
    expect(terraform).toContain('resource "aws_iam_policy" "portcullis_service"');
  });
});

describe('the Terraform', () => {
  it('creates the roles and the policies, and the instance only on request', () => {
    const { terraform } = s3Setup(INPUT);
    expect(terraform).toContain('name = "portcullis-location"\n  path = "/data/"');
    expect(terraform).toContain('resource "aws_iam_user" "portcullis_service"');
    expect(terraform).not.toContain('access_grants_instance" ');
    expect(terraform).not.toContain('aws_s3control_access_grants_location');
    expect(s3Setup({ ...INPUT, createInstance: true }).terraform).toContain(
      'resource "aws_s3control_access_grants_instance" "portcullis" {}',
    );
  });

  it('escapes template syntax and line breaks in any path', () => {
    const letter = fc.constantFrom(...'"\\$%{}#/?`\'é𝄞ab \n\u2028');
    const prefix = fc.string({ unit: letter, maxLength: 12 });
    fc.assert(
      fc.property(
        prefix,
        fc.constantFrom('', '${file("/etc/passwd")}', '%{ for x in y }', '"\n}\n', '#'),
        (text, hostile) => {
          let terraform: string;
          try {
            terraform = s3Setup({ ...INPUT, awsLocationPath: `s3://acme-lake/${text}${hostile}` }).terraform;
          } catch {
            return;
          }
          const code = terraform
            .split('\n')
            .filter((line) => !line.startsWith('#'))
            .join('\n');
          expect(code).not.toMatch(/[$%]/);
          const quotes = code.replaceAll(/\\./g, '').split('"').length - 1;
          expect(quotes % 2).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('input that no valid config contains', () => {
  it.each([
    [{ awsAccountId: '1' }, 'awsAccountId'],
    [{ awsRegion: 'x' }, 'awsRegion'],
    [{ awsLocationPath: 'acme' }, 'awsLocationPath'],
    [{ awsLocationRole: 'arn:aws:iam::999999999999:role/x' }, 'awsLocationRole'],
    [{ service: { kind: 'user', name: 'a b' } as const }, 'service.name'],
    [{ service: { kind: 'role', name: 'a', trustedPrincipal: '*' } as const }, 'trustedPrincipal'],
    [
      { service: { kind: 'role', name: 'a', trustedPrincipal: '123456789012', externalId: '!' } as const },
      'externalId',
    ],
    [{ service: { kind: 'role', name: 'a', path: 'b' } as const }, 'service.path'],
    [{ kmsKeyArns: ['*'] }, 'kmsKeyArns'],
  ])('%j is rejected', (changes, named) => {
    expect(() => s3Setup({ ...INPUT, ...changes })).toThrow(
      expect.objectContaining({ code: 'OPTIONS_INVALID', message: expect.stringContaining(named) }),
    );
  });
});
