import { failed, passed } from '@portcullis/plugin-api';
import { type S3Test, SERVICE, TEST_IDS } from './s3-test.ts';
import { withRemedy } from './with-remedy.ts';

/** The test that the account has an instance for the location. */
export const instanceConfigured: S3Test = {
  id: TEST_IDS.instance,
  name: 'An AWS Access Grants instance is configured in the provided AWS account and region',
  description: 'An account has one shared instance in each region: the service never creates one.',
  operations: ['create', 'recurring'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.account],
  on: SERVICE,
  run: ({ config, session, signal }) =>
    withRemedy({ action: 's3:GetAccessGrantsInstance', on: 'instance' }, config, async () => {
      const { awsAccountId, awsRegion } = config;
      const arn = await session.aws.instance(signal);
      if (arn !== undefined) return passed([{ instance: arn }]);
      return failed(
        `Account ${awsAccountId} has no access-grants instance in ${awsRegion}, which may be the wrong region.`,
        {
          failureClass: 'not-found',
          remediation: {
            statements: [
              `aws s3control create-access-grants-instance --account-id ${awsAccountId} --region ${awsRegion}`,
            ],
            runAs: `an administrator of S3 in account ${awsAccountId}`,
          },
        },
      );
    }),
};
