import { failed, passed, warned } from '@portcullis/plugin-api';
import { partitionOf } from '../regions/partitions.ts';
import { assumeRoleRemedy } from './assume-role-remedy.ts';
import { type S3Test, SERVICE, TEST_IDS } from './s3-test.ts';

const ALWAYS = {
  operations: ['create', 'delete', 'recurring'],
  modes: ['manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
} as const;

/** The test that AWS accepts the credentials. */
export const callerIdentity: S3Test = {
  ...ALWAYS,
  id: TEST_IDS.identity,
  name: "The provided AWS credentials allow fetching the caller's identity via the AWS STS API",
  description: 'Calls GetCallerIdentity, which needs no permission: it fails only if the credentials are not valid.',
  async run({ session, signal }) {
    const { account, arn } = await session.aws.callerIdentity(signal);
    return passed([{ account, arn }]);
  },
  // The role is assumed with the connection.
  remedy: assumeRoleRemedy,
};

/** The test that the credentials belong to the account of the config. */
export const callerAccount: S3Test = {
  ...ALWAYS,
  id: TEST_IDS.account,
  name: 'The provided AWS credentials belong to the provided AWS account',
  description: "The service uses the instance, the location and the role of the caller's account.",
  dependsOn: [TEST_IDS.identity],
  async run({ config, session, signal }) {
    const { account, arn } = await session.aws.callerIdentity(signal);
    if (account === config.awsAccountId) return passed([{ account }]);
    const help =
      config.authenticationType === 'auto'
        ? 'Set the role to assume to a role of the account, or correct the account id.'
        : 'Use an access key of the account, or correct the account id.';
    return failed(`The credentials are those of ${arn} in account ${account}, not in ${config.awsAccountId}.`, {
      failureClass: 'invalid-input',
      help,
    });
  },
};

/** The test that the region is known. It only warns, because the region may be new. */
export const knownRegion: S3Test = {
  id: 'region',
  name: 'The provided AWS region is known',
  description: 'The region is on the list of this version.',
  operations: ['create'],
  modes: ['manual'],
  phase: 'capability',
  mandatory: false,
  run({ config: { awsRegion } }) {
    const partition = partitionOf(awsRegion);
    if (partition?.regions.includes(awsRegion)) return passed([{ region: awsRegion, partition: partition.id }]);
    return warned(`The region ${awsRegion} is not on the list of this version.`, {
      failureClass: 'invalid-input',
      help: 'If the region is new, ignore this warning; otherwise correct awsRegion.',
    });
  },
};
