import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { RedshiftConfig } from './config-schema.ts';
import { DEFAULT_PORT } from './target-fields.ts';

/**
 * Returns the target of an integration: one database of one endpoint. Operations on one endpoint run one after another.
 */
export function targetOf(config: Pick<RedshiftConfig, 'host' | 'port' | 'database'>): Target {
  const { host, port, database } = config;
  const endpoint = normalizeHost(host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`, DEFAULT_PORT);
  return { identity: [endpoint, database], display: host, scope: endpoint };
}
