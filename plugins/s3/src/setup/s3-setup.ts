import { locationRolePolicy, servicePolicy, serviceTrustPolicy, trustPolicy } from './policies.ts';
import type { S3Setup } from './setup-documents.ts';
import {
  checkSetupInput,
  type S3SetupInput,
  type ServicePolicyOnly,
  type ServiceRole,
  type ServiceUser,
} from './setup-input.ts';
import { terraformOf } from './terraform.ts';

const DEFAULT_SERVICE: ServiceUser = { kind: 'user', name: 'portcullis-service' };

/**
 * Writes the policies of an integration, with least privilege, as JSON and as Terraform. Pure.
 *
 * @example
 * ```ts
 * const { servicePolicy, terraform } = s3Setup({
 *   awsAccountId: '123456789012',
 *   awsRegion: 'eu-central-1',
 *   awsLocationPath: 's3://acme-lake/curated/',
 *   awsLocationRole: 'arn:aws:iam::123456789012:role/portcullis-location',
 * });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` when the input cannot be that of a config.
 */
export function s3Setup(given: S3SetupInput): S3Setup {
  checkSetupInput(given);
  const service: ServiceUser | ServiceRole | ServicePolicyOnly = given.service ?? DEFAULT_SERVICE;
  const input = { ...given, service };
  const { trustedPrincipal, externalId } = service.kind === 'role' ? service : {};
  const policies = {
    servicePolicy: servicePolicy(input, input.directoryUsers),
    ...(trustedPrincipal ? { serviceTrustPolicy: serviceTrustPolicy(trustedPrincipal, externalId) } : {}),
    locationRolePolicy: locationRolePolicy(input),
    locationRoleTrustPolicy: trustPolicy(input, input.directoryUsers),
  };
  return { ...policies, terraform: terraformOf(input, policies) };
}
