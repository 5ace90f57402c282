import type { ContainedObject, Container } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import type { S3Session } from '../connection/s3-session.ts';
import { findLocation } from './find-location.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { STAGE } from './stage.ts';
import { GRANT_TAG } from './tags.ts';

/**
 * The location, whose foreign contents are grants without the host's tag. The platform only removes a location without
 * grants. Source: Amazon S3 API reference, "DeleteAccessGrantsLocation".
 */
export const locationContainer: Container<S3Session, S3Config> = {
  key: OBJECT_KEYS.location,
  stage: STAGE,
  emptyOnly: true,
  async list({ aws }, { config, signal }) {
    const location = await findLocation(aws, config.awsLocationPath, signal);
    if (!location) return [];
    const held: ContainedObject[] = [];
    for (const { id, arn, grantee, locationId } of await aws.grants(signal)) {
      if (locationId !== location.id) continue;
      const tags = await aws.tags(arn, signal);
      if (!tags || Object.hasOwn(tags, GRANT_TAG)) continue;
      held.push({ kind: 'access grant', name: `${id} to ${grantee}` });
    }
    return held;
  },
};
