/**
 * Tests the S3 plugin in a real AWS account that was prepared with `s3Setup`. It removes all objects that it created,
 * also after a failure. interop/README.md lists its variables.
 *
 * Run it with `pnpm --filter @portcullis/interop run s3:real`.
 */
import { s3 } from '@portcullis/plugin-s3';
import { type Read, type RealSuite, runRealSuite } from '../../../shared/run-real-suite.ts';

function signIn(read: Read): object {
  const key = read('ACCESS_KEY_ID');
  if (key !== undefined) {
    return {
      authenticationType: 'accessKey',
      awsAccessKeyId: key,
      awsSecretAccessKey: read('SECRET_ACCESS_KEY'),
    };
  }
  const [role, externalId] = [read('ROLE_TO_ASSUME'), read('EXTERNAL_ID')];
  return {
    authenticationType: 'auto',
    ...(role ? { awsRoleToAssume: role } : {}),
    ...(externalId ? { awsExternalId: externalId } : {}),
  };
}

/** One location. The type has no edits. */
export const S3: RealSuite = {
  plugin: s3(),
  prefix: 'PORTCULLIS_S3_',
  variables: {
    ACCOUNT_ID: 'the account',
    REGION: 'the region of its instance of S3 Access Grants',
    LOCATION_ROLE: 'the ARN of the role of the location',
    LOCATION_PATH: 'the new location, `s3://bucket/prefix/`',
    ACCESS_KEY_ID: 'an access key; the credentials of this machine without it',
    SECRET_ACCESS_KEY: 'and its secret',
    ROLE_TO_ASSUME: 'with the credentials of this machine: a role to assume',
    EXTERNAL_ID: 'and the external id that this takes',
  },
  needed: (read) => [
    ...['ACCOUNT_ID', 'REGION', 'LOCATION_ROLE', 'LOCATION_PATH'],
    ...(read('ACCESS_KEY_ID') ? ['SECRET_ACCESS_KEY'] : []),
  ],
  autoBootstrap: false,
  config: (read) => ({
    name: 'portcullis trial',
    awsAccountId: read('ACCOUNT_ID'),
    awsRegion: read('REGION'),
    awsLocationRole: read('LOCATION_ROLE'),
    awsLocationPath: read('LOCATION_PATH'),
    ...signIn(read),
  }),
};

if (import.meta.main) await runRealSuite(S3);
