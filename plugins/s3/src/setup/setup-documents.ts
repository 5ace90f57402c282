import type { Policy } from '../permissions/policy.ts';

/**
 * The documents that an administrator applies in the account before the creation of an integration. Policies are
 * objects to serialise as JSON.
 */
export interface S3Setup {
  /** The policy for the credentials of the service: the required actions, each on its resources. */
  readonly servicePolicy: Policy;
  /** The trust policy of the service's role. Only if the service has a role, and its trusted principal is given. */
  readonly serviceTrustPolicy?: Policy;
  /** The location role's policy for the data. */
  readonly locationRolePolicy: Policy;
  /** The trust policy of the location role, which lets S3 Access Grants assume it. */
  readonly locationRoleTrustPolicy: Policy;
  /** All documents as Terraform. */
  readonly terraform: string;
}
