/**
 * Amazon S3 for Portcullis, through S3 Access Grants. Start at {@link s3}; an account is prepared with {@link s3Setup}.
 *
 * @packageDocumentation
 */
export type {
  AwsCalls,
  AwsConnection,
  AwsCredentials,
  CallerIdentity,
  ConnectAws,
  Grant,
  GrantsLocation,
  HostCredentials,
  LocationRegistration,
  Role,
  SimulatedDecision,
  Simulation,
} from './connection/aws-calls.ts';
export { GRANT_TAG, MARK_TAG } from './objects/tags.ts';
export type { Policy, PolicyStatement } from './permissions/policy.ts';
export { s3 } from './s3.ts';
export type { Endpoints, S3Options } from './s3-options.ts';
export { s3Setup } from './setup/s3-setup.ts';
export type { S3Setup } from './setup/setup-documents.ts';
export type { S3SetupInput, ServicePolicyOnly, ServiceRole, ServiceUser } from './setup/setup-input.ts';
