import { type S3Options, s3 } from '@portcullis/plugin-s3';
import { startTestEnvironment, type TestEnvironment } from '../../shared/test-environment.ts';
import { type Emulator, startEmulator } from './emulator/emulator.ts';
import { ACCOUNT, KEY_ID, REGION, ROLE, SECRET, sampleAccount } from './sample-account.ts';

/** The service against an emulator of AWS. */
export type S3Environment = TestEnvironment<Emulator>;

/** Starts both. */
export async function startEnvironment(options: S3Options = {}, account = sampleAccount()): Promise<S3Environment> {
  const emulator = await startEmulator(account);
  return startTestEnvironment(emulator, { plugins: [s3({ endpoints: emulator.endpoints, ...options })] });
}

/** A request to set up. */
export function body(changes: Readonly<Record<string, unknown>> = {}) {
  const config: Readonly<Record<string, unknown>> = {
    name: 'Lake',
    awsAccountId: ACCOUNT,
    awsRegion: REGION,
    awsLocationRole: ROLE,
    awsLocationPath: 's3://acme-lake/curated/',
    authenticationType: 'accessKey',
    awsAccessKeyId: KEY_ID,
    awsSecretAccessKey: SECRET,
    ...changes,
  };
  return { type: 'Native S3', autoBootstrap: false, config };
}
