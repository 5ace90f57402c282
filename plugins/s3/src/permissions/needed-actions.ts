import type { S3Config } from '../config/config-schema.ts';
import { parseLocationPath } from '../config/location-path.ts';
import { arnPartition, instanceArn } from '../regions/arns.ts';

/** An action of IAM that the service needs, and its resources. */
export interface NeededAction {
  readonly action: string;
  readonly on: ResourceKind;
  /** The operation that needs it. */
  readonly operation: 'create' | 'drop' | 'observe';
  readonly why: string;
}

/** The kind of a policy statement's resource. */
export type ResourceKind = 'instance' | 'locations' | 'grants' | 'role' | 'bucket';

/**
 * The actions, least first. Sources: Service authorization reference, "Actions, resources, and condition keys for Amazon S3"
 * and "... for AWS Identity and Access Management"; S3 API reference, the permissions of each call.
 */
export const NEEDED_ACTIONS: readonly NeededAction[] = [
  needed('s3:GetAccessGrantsInstance', 'instance', 'observe', 'to see the instance'),
  needed('s3:ListAccessGrantsLocations', 'instance', 'observe', 'to find the location'),
  needed('s3:ListTagsForResource', 'locations', 'observe', 'to distinguish its own location from others'),
  needed('s3:CreateAccessGrantsLocation', 'instance', 'create', 'to register the location'),
  needed('s3:TagResource', 'locations', 'create', 'to tag the location as its own'),
  needed('s3:DeleteAccessGrantsLocation', 'locations', 'drop', 'to remove the location'),
  needed('s3:CreateAccessGrant', 'locations', 'create', 'to grant access below the location'),
  needed('s3:TagResource', 'grants', 'create', 'to tag its grants as its own'),
  needed('s3:ListAccessGrants', 'instance', 'drop', 'to find its grants before the location is removed'),
  needed('s3:ListTagsForResource', 'grants', 'drop', 'to distinguish its own grants from others'),
  needed('s3:DeleteAccessGrant', 'grants', 'drop', 'to revoke access'),
  needed('s3:ListBucket', 'bucket', 'observe', 'to check that the data exists and is in the region'),
  needed('iam:GetRole', 'role', 'observe', 'to check that S3 Access Grants may assume the role'),
  needed('iam:PassRole', 'role', 'create', 'to register the location with the role'),
];

function needed(action: string, on: ResourceKind, operation: NeededAction['operation'], why: string): NeededAction {
  return { action, on, operation, why };
}

/** The location and the role of a policy. */
export type PolicyScope = Pick<S3Config, 'awsAccountId' | 'awsRegion' | 'awsLocationRole' | 'awsLocationPath'>;

/** Returns the ARN, or the pattern of ARNs, of a kind of resource. */
export function resourceArn(kind: ResourceKind, config: PolicyScope): string {
  const instance = instanceArn(config);
  const arns: Readonly<Record<ResourceKind, string>> = {
    instance,
    locations: `${instance}/location/*`,
    grants: `${instance}/grant/*`,
    role: config.awsLocationRole,
    bucket: `arn:${arnPartition(config.awsRegion)}:s3:::${parseLocationPath(config.awsLocationPath).bucket ?? '*'}`,
  };
  return arns[kind];
}
