import type { Session } from '@portcullis/plugin-api';
import type { AwsCalls } from './aws-calls.ts';

/** An open connection: the calls of one account and region. */
export interface S3Session extends Session {
  readonly aws: AwsCalls;
}
