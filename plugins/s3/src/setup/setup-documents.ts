import type { Policy } from '../permissions/policy.ts';

/** What a person applies in the account before an integration is made. Policies are JSON to be. */
export interface S3Setup {
  /** For the credentials of the service: the actions that it needs, each on what it needs it for. */
  readonly servicePolicy: Policy;
  /** Who may assume the role of the service. Only where the service has a role, and is told whom it trusts. */
  readonly serviceTrustPolicy?: Policy;
  /** What the location role may do with the data. */
  readonly locationRolePolicy: Policy;
  /** Lets S3 Access Grants assume the location role. */
  readonly locationRoleTrustPolicy: Policy;
  /** All of it as Terraform. */
  readonly terraform: string;
}
