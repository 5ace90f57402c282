import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** The place that an integration occupies: no two integrations may have the same. */
export function targetOf({ host, port, prefix }: Config): Target {
  const server = `${normalizeHost(host)}:${port}`;
  // Accounts belong to the whole server: operations on one server run one after the other.
  return { identity: [server, prefix], display: `${server}/${prefix}`, scope: server };
}
