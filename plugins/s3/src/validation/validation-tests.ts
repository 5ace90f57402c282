import { actionsAllowed } from './actions-allowed.ts';
import { bucketReachable } from './bucket.ts';
import { callerAccount, callerIdentity, knownRegion } from './caller-tests.ts';
import { instanceConfigured } from './instance.ts';
import { locationRegistered } from './location-registered.ts';
import { roleArnFormat } from './role-arn.ts';
import { roleTrusted } from './role-trust.ts';
import type { S3Test } from './s3-test.ts';
import { noExistingIntegration, uniqueName } from './uniqueness-tests.ts';

/** The validation tests, in the order of responses. The test derived from the location follows the instance. */
export const VALIDATION_TESTS: readonly S3Test[] = [
  noExistingIntegration,
  uniqueName,
  roleArnFormat,
  callerIdentity,
  callerAccount,
  knownRegion,
  instanceConfigured,
  roleTrusted,
  bucketReachable,
  actionsAllowed,
  locationRegistered,
];
