import type { SetupRole } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import { parseRoleArn } from '../regions/arns.ts';
import { s3Setup } from './s3-setup.ts';
import type { S3SetupInput } from './setup-input.ts';

/** The name of the service's identity, if the config does not contain one. */
const SERVICE_NAME = 'portcullis-service';

/**
 * Returns the identity of the service, and the Terraform that creates it with the location role.
 *
 * @returns `undefined` if the location role is not the ARN of a role in the account.
 */
export function setupRole(config: S3Config): SetupRole | undefined {
  const { awsAccountId, awsRegion, awsLocationPath, awsLocationRole } = config;
  if (parseRoleArn(awsLocationRole)?.account !== awsAccountId) return undefined;
  const service = serviceOf(config);
  const { terraform } = s3Setup({ awsAccountId, awsRegion, awsLocationPath, awsLocationRole, service });
  return {
    name: service.name,
    runAs: `an administrator of IAM in account ${awsAccountId}`,
    script: { language: 'Terraform', fileExtension: 'tf', text: terraform },
  };
}

function serviceOf(config: S3Config): NonNullable<S3SetupInput['service']> {
  if (config.authenticationType === 'accessKey') return { kind: 'user', name: SERVICE_NAME };
  const role = parseRoleArn(config.awsRoleToAssume ?? '');
  if (!role) return { kind: 'policy', name: SERVICE_NAME };
  const { name, path } = role;
  const { awsExternalId: externalId } = config;
  return { kind: 'role', name, path: `/${path.slice(0, -name.length)}`, ...(externalId ? { externalId } : {}) };
}
