import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** Returns the target of an integration. Two integrations cannot have the same target. */
export function targetOf({ host, port, prefix }: Config): Target {
  const server = `${normalizeHost(host)}:${port}`;
  // Accounts belong to the whole server, so operations on one server run one after another.
  return { identity: [server, prefix], display: `${server}/${prefix}`, scope: server };
}
