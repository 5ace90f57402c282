import type { FailureClassification, Remediation, RemedyContext } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import { parseRoleArn } from '../regions/arns.ts';
import { serviceTrustPolicy } from '../setup/policies.ts';

/** The identity in a refusal of AssumeRole. Source: IAM user guide, "Troubleshoot access denied error messages". */
const REFUSED = /^User: (\S+) is not authorized to perform: sts:AssumeRole/;

/**
 * Returns the remedy for a refusal to assume the role of the config: the trust policy that the role needs. `undefined` for other
 * failures.
 */
export function assumeRoleRemedy(
  { class: failureClass, message }: FailureClassification,
  { config }: RemedyContext<S3Config>,
): Remediation | undefined {
  if (failureClass !== 'missing-grant' || config.authenticationType !== 'auto') return undefined;
  const { awsRoleToAssume = '', awsExternalId } = config;
  const [, identity] = REFUSED.exec(message) ?? [];
  const role = parseRoleArn(awsRoleToAssume);
  if (!role || identity === undefined) return undefined;
  return {
    statements: [JSON.stringify(serviceTrustPolicy(principalOf(identity), awsExternalId), null, 2)],
    runAs: `an IAM administrator of account ${role.account}, who adds this statement to the trust policy of ${awsRoleToAssume}`,
  };
}

/** Returns the role of a session, whose ARN omits the path of its role; other identities unchanged. */
function principalOf(identity: string): string {
  return identity.replace(/^(arn:[\w-]+:)sts(::\d{12}:)assumed-(role\/[^/]+)\/.*$/, '$1iam$2$3');
}
