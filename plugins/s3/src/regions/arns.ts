import { partitionOf } from './partitions.ts';

/** The account and region of an access-grants instance. An account has at most one in each region. */
export interface AccountRegion {
  readonly awsAccountId: string;
  readonly awsRegion: string;
}

/** The parts of the ARN of an IAM role. */
export interface RoleArn {
  readonly partition: string;
  readonly account: string;
  /** With its path, without the leading slash: `service/reader`. */
  readonly path: string;
  readonly name: string;
}

/** The ARN of a role. Sources: IAM user guide, "IAM identifiers", "IAM and AWS STS quotas, name requirements". */
const ROLE_ARN = /^arn:(aws(?:-[a-z]+)*):iam::(\d{12}):role\/((?:[\x21-\x7e]{1,510}\/)?([\w+=,.@-]{1,64}))$/;

/** Parses the ARN of a role; `undefined` for any other text. */
export function parseRoleArn(arn: string): RoleArn | undefined {
  const [, partition, account, path, name] = ROLE_ARN.exec(arn) ?? [];
  return partition && account && path && name ? { partition, account, path, name } : undefined;
}

/**
 * Returns the ARN of an instance: `arn:aws:s3:<region>:<account>:access-grants/default`. Source: S3 user guide,
 * "Working with S3 Access Grants instances".
 */
export function instanceArn({ awsAccountId, awsRegion }: AccountRegion): string {
  return `arn:${arnPartition(awsRegion)}:s3:${awsRegion}:${awsAccountId}:access-grants/default`;
}

/** Returns the partition in the ARNs of a region. */
export function arnPartition(region: string): string {
  return partitionOf(region)?.id ?? 'aws';
}
