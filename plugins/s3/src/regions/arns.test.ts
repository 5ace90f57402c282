import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arnPartition, instanceArn, parseRoleArn } from './arns.ts';
import { PARTITIONS, partitionOf } from './partitions.ts';

describe('a region', () => {
  it('belongs to one partition, which validates its form', () => {
    for (const { id, regions } of PARTITIONS) for (const region of regions) expect(partitionOf(region)?.id).toBe(id);
    const all = PARTITIONS.flatMap(({ regions }) => regions);
    expect(new Set(all).size).toBe(all.length);
  });

  it('names the partition in its ARNs', () => {
    expect(instanceArn({ awsAccountId: '123456789012', awsRegion: 'cn-north-1' })).toBe(
      'arn:aws-cn:s3:cn-north-1:123456789012:access-grants/default',
    );
    expect(arnPartition('us-gov-east-1')).toBe('aws-us-gov');
  });
});

describe('the ARN of a role', () => {
  it.each([
    ['arn:aws:iam::123456789012:role/reader', { account: '123456789012', path: 'reader', name: 'reader' }],
    [
      'arn:aws:iam::000000000001:role/a/b/r+=,.@-_',
      { account: '000000000001', path: 'a/b/r+=,.@-_', name: 'r+=,.@-_' },
    ],
    ['arn:aws-us-gov:iam::123456789012:role/x', { partition: 'aws-us-gov' }],
  ])('%s is one', (arn, parts) => {
    expect(parseRoleArn(arn)).toMatchObject(parts);
  });

  it.each([
    '',
    'reader',
    'arn:aws:iam::123456789012:user/reader',
    'arn:aws:iam::12345678901:role/reader',
    'arn:aws:iam:eu-west-1:123456789012:role/reader',
    'arn:aws:iam::123456789012:role/',
    'arn:aws:iam::123456789012:role/a b',
    'arn:aws:iam::123456789012:role/reader\n',
    `arn:aws:iam::123456789012:role/${'r'.repeat(65)}`,
    'arn:aws:sts::123456789012:assumed-role/reader/session',
    'arn:evil:iam::123456789012:role/reader',
  ])('%j is not one', (arn) => {
    expect(parseRoleArn(arn)).toBeUndefined();
  });

  it('is validated in linear time for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a/+ é'), maxLength: 600 }),
        (text) => void parseRoleArn(`arn:aws:iam::123456789012:role/${text}`),
      ),
      { numRuns: 20 },
    );
  });
});
