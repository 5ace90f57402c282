import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { configSchema, type S3Config } from './config-schema.ts';
import { locationPathProblem, normalizeLocationPath, parseLocationPath } from './location-path.ts';
import { targetOf } from './target.ts';

const [withKey = {}, withRole = {}] = SAMPLES;
const problem = (sample: object, changes: object) =>
  configSchema().safeParse({ ...sample, ...changes }).error?.issues[0];

describe('a config', () => {
  it.each([
    ['awsAccountId', '12345678901'],
    ['awsAccountId', '1234567890123'],
    ['awsAccountId', '12345678901a'],
    ['awsAccountId', 123456789012],
    ['awsRegion', 'Frankfurt'],
    ['awsRegion', 'eu-central-1.evil.example'],
    ['awsRegion', 'eu-central-1\n'],
    ['awsRegion', 'xx-central-1'],
    ['awsLocationPath', 'acme-lake/curated'],
    ['awsLocationPath', 'https://acme-lake'],
    ['awsLocationPath', 's3://Acme'],
    ['awsLocationPath', 's3://ab'],
    ['awsLocationPath', 's3://a..b'],
    ['awsLocationPath', 's3://192.168.1.1/x'],
    ['awsLocationPath', 's3://acme-lake/*'],
    ['awsLocationPath', 's3://acme-lake/a\nb'],
    ['awsLocationPath', `s3://acme-lake/${'x'.repeat(2_000)}`],
    ['awsLocationPath', 's3://acme-lake/\ud800'],
    ['awsLocationRole', ''],
    ['awsLocationRole', ' '],
    ['awsLocationRole', 'arn:aws:iam::123456789012:role/a\u0000'],
    ['awsLocationRole', 'arn:aws:iam::123456789012:role/a\u202eb'],
    ['awsLocationPath', 's3://lake/a\u2066b'],
    ['name', '   '],
    ['name', 'a\nb'],
    ['awsAccessKeyId', 'ASIAIOSFODNN7EXAMPLE'],
    ['awsAccessKeyId', 'akiaiosfodnn7example'],
    ['awsSecretAccessKey', 'with a space'],
    ['awsSecretAccessKey', ''],
    ['awsSessionToken', 'x'],
  ])('is rejected with the %s %j', (field, value) => {
    expect(problem(withKey, { [field]: value })).toBeDefined();
  });

  it.each([
    ['awsRoleToAssume', 'portcullis-service'],
    ['awsRoleToAssume', 'arn:aws:iam::123456789012:user/x'],
    ['awsExternalId', 'a b'],
    ['awsAccessKeyId', 'AKIAIOSFODNN7EXAMPLE'],
  ])('with the host’s credentials is rejected with the %s %j', (field, value) => {
    expect(problem(withRole, { [field]: value })).toBeDefined();
  });

  it('has an external id only with a role to assume', () => {
    const { awsRoleToAssume: _role, ...alone } = withRole as { awsRoleToAssume: string };
    expect(problem(alone, {})?.path).toEqual(['awsExternalId']);
  });

  it.each(['eu-central-1', 'us-gov-west-1', 'cn-north-1', 'us-iso-east-1', 'ap-southeast-7', 'eusc-de-east-1'])(
    'may be in %s',
    (awsRegion) => {
      expect(problem(withKey, { awsRegion })).toBeUndefined();
    },
  );

  it('keeps leading zeros', () => {
    expect(configSchema().parse({ ...withKey, awsAccountId: '000000000012' }).awsAccountId).toBe('000000000012');
  });
});

describe('a location path', () => {
  it('is normalized from every spelling', () => {
    const target = (awsLocationPath: string) =>
      targetOf(configSchema().parse({ ...withKey, awsLocationPath }) as S3Config).identity;
    expect(target('s3://acme-lake/')).toEqual(target('S3://acme-lake'));
    expect(target(' s3://acme-lake/a ')).toEqual(target('s3://acme-lake/a'));
    expect(target('s3://acme-lake/a')).not.toEqual(target('s3://acme-lake/a/'));
    expect(target('s3://acme-lake/A')).not.toEqual(target('s3://acme-lake/a'));
    expect(target('s3://')).toEqual(['123456789012', 'eu-central-1', 's3://']);
  });

  it('survives a round trip, and is normalized in one step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('acme-lake', 'a1.b2'),
        fc.string({ unit: fc.constantFrom(...'/ a*é𝄞.?%\n'), maxLength: 12 }),
        (bucket, prefix) => {
          const path = normalizeLocationPath(`s3://${bucket}/${prefix}`);
          expect(normalizeLocationPath(path)).toBe(path);
          if (locationPathProblem(path) !== undefined || prefix !== prefix.trim()) return;
          expect(parseLocationPath(path)).toEqual({ bucket, prefix });
        },
      ),
      { numRuns: 50 },
    );
  });
});
