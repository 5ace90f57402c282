import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** Returns the target of an integration. Two integrations cannot have the same target. */
export function targetOf({ host, port, database }: Config): Target {
  const server = `${normalizeHost(host)}:${port}`;
  // Accounts belong to the whole server, so changes on one server run one at a time. Most servers, and all on Windows
  // and macOS, fold the case of database names; names that differ only in case count as one.
  return { identity: [server, database.toLowerCase()], display: `${server}/${database}`, scope: server };
}
