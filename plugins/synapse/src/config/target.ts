import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { SynapseConfig } from './config-schema.ts';
import { DEFAULT_PORT } from './target-fields.ts';

/**
 * Returns the target of an integration: one schema of one pool. Names are folded, since the collation of `master` and
 * the default collation of pools ignore case. Logins belong to the server, so operations on one server run one after
 * another.
 */
export function targetOf(config: Pick<SynapseConfig, 'host' | 'port' | 'database' | 'schema'>): Target {
  const { host, port, database, schema } = config;
  const server = normalizeHost(host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`, DEFAULT_PORT);
  return { identity: [server, database.toLowerCase(), schema.toLowerCase()], display: host, scope: server };
}
