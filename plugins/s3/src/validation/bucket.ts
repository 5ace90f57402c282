import { failed, passed, type TestOutcome, warned } from '@portcullis/plugin-api';
import { parseLocationPath } from '../config/location-path.ts';
import { classifyError } from '../failures/classify-error.ts';
import { type S3Test, SERVICE, TEST_IDS } from './s3-test.ts';
import { withRemedy } from './with-remedy.ts';

/** The test that the data exists, in the region of the instance. */
export const bucketReachable: S3Test = {
  id: TEST_IDS.bucket,
  name: 'The bucket of the provided access grants location path can be reached and is in the provided AWS region',
  description: 'S3 Access Grants only supports data of its own region.',
  operations: ['create', 'recurring'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.account],
  when: ({ awsLocationPath }) =>
    parseLocationPath(awsLocationPath).bucket === undefined
      ? { reason: 'The default location, s3://, contains every bucket of the region.' }
      : true,
  on: SERVICE,
  run: ({ config, session: { aws }, signal }) =>
    withRemedy({ action: 's3:ListBucket', on: 'bucket' }, config, async () => {
      const { bucket = '', prefix } = parseLocationPath(config.awsLocationPath);
      let region: string | undefined;
      try {
        region = await aws.bucketRegion(bucket, signal);
      } catch (error) {
        if (classifyError(error)?.class !== 'not-found') throw error;
        return failed(`The bucket ${bucket} does not exist.`, {
          failureClass: 'not-found',
          help: `Create it in ${config.awsRegion}, or correct the path.`,
        });
      }
      if (region !== undefined && region !== config.awsRegion) {
        return failed(`The bucket ${bucket} is in ${region}, not in ${config.awsRegion}.`, {
          failureClass: 'invalid-input',
          help: `Use the access-grants instance of ${region}.`,
        });
      }
      const found = { bucket, region: region ?? config.awsRegion };
      const hasObjects = await aws.hasObjects(bucket, prefix, signal);
      if (!(await aws.isOwnedBy(bucket, config.awsAccountId, signal)))
        return foreignBucketOutcome(config.awsAccountId, found);
      if (hasObjects) return passed([found]);
      return prefix === ''
        ? passed([found])
        : warned(`There are no objects below ${config.awsLocationPath} yet.`, {
            help: 'If data will be added later, ignore this warning.',
            result: [found],
          });
    }),
};

/** The policy of the set-up lets the location role read only buckets of the account. */
function foreignBucketOutcome(
  account: string,
  found: { readonly bucket: string; readonly region: string },
): TestOutcome {
  return warned(`The bucket ${found.bucket} does not belong to account ${account}.`, {
    failureClass: 'invalid-input',
    help: 'Check its name: another account may have created it. Grants for it work only if the location role may read buckets of that account.',
    result: [found],
  });
}
