import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';

/** Returns the target of an integration. Two integrations cannot have the same target. */
export function targetOf({ host, port, database }: Config): Target {
  const server = `${normalizeHost(host)}:${port}`;
  // Accounts belong to the whole server: work on one server is done one after the other. Most servers, and all on Windows and macOS,
  // fold the case of databases; two that differ in case alone are taken for one.
  return { identity: [server, database.toLowerCase()], display: `${server}/${database}`, scope: server };
}
