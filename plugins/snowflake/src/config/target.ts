import { normalizeHost, type Target } from '@portcullis/plugin-api';
import { databaseName } from '../names/object-names.ts';
import type { SnowflakeConfig } from './config-shapes.ts';
import { DEFAULT_PORT } from './target-fields.ts';

/**
 * Returns the target of an integration: one database of one account. Underscores and hyphens in a host are equivalent
 * ("Account identifiers"). Operations on one account run one after another.
 */
export function targetOf(config: Pick<SnowflakeConfig, 'host' | 'port' | 'database'>): Target {
  const account = normalizeHost(`${config.host.replaceAll('_', '-')}:${config.port}`, DEFAULT_PORT);
  return { identity: [account, databaseName(config)], display: config.host, scope: account };
}
