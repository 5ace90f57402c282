import type { ValidationTest } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import type { S3Session } from '../connection/s3-session.ts';
import { STAGE } from '../objects/stage.ts';

/** A validation test of this plugin. */
export type S3Test = ValidationTest<S3Config, Record<string, never>, S3Session>;

/** The ids of tests on which other tests depend. */
export const TEST_IDS = {
  identity: 'caller-identity',
  account: 'account',
  roleArn: 'role-arn',
  instance: 'instance',
  bucket: 'bucket',
} as const;

/** The connection of every test that calls AWS. */
export const SERVICE = { stage: STAGE, actor: 'service' } as const;
