import type { Target } from '@portcullis/plugin-api';
import type { S3Config } from './config-schema.ts';

/** The config field that must be unique among integrations, in addition to the target. */
export const UNIQUE_FIELD = 'name';

/** Returns the target of an integration: one path in the instance of one account and region. */
export function targetOf({ awsAccountId, awsRegion, awsLocationPath, name }: S3Config): Target {
  return {
    identity: [awsAccountId, awsRegion, awsLocationPath],
    display: `${awsLocationPath} in account ${awsAccountId}, ${awsRegion}`,
    unique: [{ field: UNIQUE_FIELD, value: name }],
    scope: JSON.stringify([awsAccountId, awsRegion]),
  };
}
