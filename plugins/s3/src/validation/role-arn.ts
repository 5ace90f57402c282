import { failed, passed } from '@portcullis/plugin-api';
import { arnPartition, parseRoleArn } from '../regions/arns.ts';
import { type S3Test, TEST_IDS } from './s3-test.ts';

/** The test that the role is a valid ARN of the account. It sends no request. */
export const roleArnFormat: S3Test = {
  id: TEST_IDS.roleArn,
  name: 'The provided access grants location role is a valid ARN format',
  description: 'The ARN is that of an IAM role in the account and in the partition of the region.',
  operations: ['create'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  run({ config: { awsLocationRole, awsAccountId, awsRegion } }) {
    const partition = arnPartition(awsRegion);
    const form = `arn:${partition}:iam::${awsAccountId}:role/NAME`;
    const refuse = (what: string) =>
      failed(what, { failureClass: 'invalid-input', help: `Use an ARN of the form ${form}.` });
    const arn = parseRoleArn(awsLocationRole);
    if (!arn) return refuse('The location role is not the ARN of an IAM role.');
    if (arn.account !== awsAccountId) return refuse(`The location role is in account ${arn.account}.`);
    if (arn.partition !== partition) return refuse(`The location role is in the partition ${arn.partition}.`);
    return passed([{ account: arn.account, role: arn.path }]);
  },
};
