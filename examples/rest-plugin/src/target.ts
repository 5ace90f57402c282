import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** Returns the target of an integration. Two integrations cannot have the same target. */
export function targetOf({ host, role }: Config): Target {
  const platform = normalizeHost(host, 443);
  // Operations on one platform run one after another.
  return { identity: [platform, role], display: `${platform}/${role}`, scope: platform };
}
