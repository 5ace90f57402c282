import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The place that an integration occupies: no two integrations may have the same. */
export function targetOf({ host, space }: Config): Target {
  const platform = normalizeHost(host, 443);
  // Operations on one platform run one after the other.
  return { identity: [platform, space], display: `${platform}/${space}`, scope: platform };
}
