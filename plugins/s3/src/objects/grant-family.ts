import type { ListedRuntimeObject, ObjectFamily } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import type { S3Session } from '../connection/s3-session.ts';
import { findLocation } from './find-location.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { CALLS } from './run-call.ts';
import { STAGE } from './stage.ts';
import { GRANT_TAG } from './tags.ts';

/** The grants that the host creates at run time on the location: any of them prevents the removal of the location. */
export const grantFamily: ObjectFamily<S3Session, S3Config> = {
  key: 'grants',
  kind: 'access grant',
  stage: STAGE,
  blocks: [OBJECT_KEYS.location],
  async list({ aws }, { config, signal }) {
    const location = await findLocation(aws, config.awsLocationPath, signal);
    if (!location) return [];
    const members: ListedRuntimeObject[] = [];
    for (const grant of (await aws.grants(signal)).filter((each) => each.locationId === location.id)) {
      const tags = await aws.tags(grant.arn, signal);
      if (!tags || !Object.hasOwn(tags, GRANT_TAG)) continue;
      const { scope, grantee, permission } = grant;
      members.push({ name: grant.id, platformId: grant.arn, details: { scope, grantee, permission } });
    }
    return members;
  },
  drop: ({ name }) => [{ call: CALLS.deleteGrant, input: { grantId: name }, succeedOn: ['not-found'] }],
  needs: ({ name, platformId }) => [{ name: 's3:DeleteAccessGrant', on: platformId ?? `grant ${name}` }],
};
