import { failed, passed, warned } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { instanceArn, parseRoleArn } from '../regions/arns.ts';
import { trustPolicy } from '../setup/policies.ts';
import { type S3Test, SERVICE, TEST_IDS } from './s3-test.ts';
import { evaluateTrust } from './trust-policy.ts';
import { refusalRemedy } from './with-remedy.ts';

/** The test that S3 Access Grants may assume the location role. */
export const roleTrusted: S3Test = {
  id: 'role-trust',
  name: 'The provided access grants location role exists and trusts S3 Access Grants',
  description: 'Reads the trust policy of the role: S3 Access Grants must be allowed to assume it for this instance.',
  operations: ['create', 'recurring'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.account],
  on: SERVICE,
  async run({ config, session, signal }) {
    const { awsLocationRole, awsAccountId } = config;
    const arn = parseRoleArn(awsLocationRole);
    if (!arn) return failed('The location role is not the ARN of an IAM role.', { failureClass: 'invalid-input' });
    const runAs = `an IAM administrator of account ${awsAccountId}`;
    let role: Awaited<ReturnType<typeof session.aws.role>>;
    try {
      role = await session.aws.role(arn.name, signal);
    } catch (error) {
      const failure = classifyError(error);
      if (failure?.class !== 'missing-grant') throw error;
      // A warning, because the location can be registered and used anyway.
      return warned(`The trust policy of ${awsLocationRole} cannot be seen without iam:GetRole.`, {
        failureClass: failure.class,
        ...refusalRemedy(failure.message, { action: 'iam:GetRole', on: 'role' }, config),
      });
    }
    const trust = JSON.stringify(trustPolicy(config), null, 2);
    if (!role || role.arn !== awsLocationRole) {
      const found = role ? ` IAM has a role of that name with the ARN ${role.arn}.` : '';
      return failed(`The role ${awsLocationRole} does not exist.${found}`, {
        failureClass: 'not-found',
        help: `Ask ${runAs} to create it with the trust policy of the remedy.`,
        remediation: { statements: [trust], runAs },
      });
    }
    const { missing, unclear } = evaluateTrust(role.trustPolicy, {
      account: awsAccountId,
      instance: instanceArn(config),
    });
    if (missing.length > 0) {
      return failed(
        `The trust policy of ${awsLocationRole} does not allow S3 Access Grants ${missing.join(' and ')}.`,
        {
          failureClass: 'missing-grant',
          help: `Ask ${runAs} to add the statement of the remedy to it.`,
          remediation: { statements: [trust], runAs },
        },
      );
    }
    if (unclear.length === 0) return passed([{ role: role.arn }]);
    return warned(
      `The trust policy of ${awsLocationRole} has conditions that only AWS can evaluate: ${unclear.join(', ')}.`,
      { help: 'Make sure that they allow S3 Access Grants.' },
    );
  },
};
