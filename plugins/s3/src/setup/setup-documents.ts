import type { Policy } from '../permissions/policy.ts';

/** The documents that an administrator applies in the account before an integration is made. Policies are JSON to be. */
export interface S3Setup {
  /** The policy for the credentials of the service: the required actions, each on its resources. */
  readonly servicePolicy: Policy;
  /** The trust policy of the service's role. Only if the service has a role, and its trusted principal is given. */
  readonly serviceTrustPolicy?: Policy;
  /** The location role's policy for the data. */
  readonly locationRolePolicy: Policy;
  /** Lets S3 Access Grants assume the location role. */
  readonly locationRoleTrustPolicy: Policy;
  /** All of it as Terraform. */
  readonly terraform: string;
}
