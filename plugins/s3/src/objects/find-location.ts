import { normalizeLocationPath } from '../config/location-path.ts';
import type { AwsCalls, GrantsLocation } from '../connection/aws-calls.ts';
import { hasErrorCode } from '../connection/has-error-code.ts';

/**
 * Finds the location of a path. An instance has at most one for each path; without an instance, there is no location.
 * All locations are listed and compared here, because the documentation does not describe how the filter of the
 * platform treats a trailing slash.
 */
export async function findLocation(
  aws: AwsCalls,
  path: string,
  signal: AbortSignal,
): Promise<GrantsLocation | undefined> {
  try {
    const locations = await aws.locations(signal);
    return locations.find((each) => normalizeLocationPath(each.path) === path);
  } catch (error) {
    if (hasErrorCode(error, 'AccessGrantsInstanceNotExistsError')) return undefined;
    throw error;
  }
}
