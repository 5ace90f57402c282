import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from './config/config-shapes.ts';
import { DEFAULT_PORT } from './config/target-fields.ts';
import { databaseName } from './names/object-names.ts';

/**
 * The place an integration occupies: one database of one account. A host may be written with underscores or with hyphens
 * ("Account identifiers"), which is the same one. Operations on one account run one after the other.
 */
export function targetOf(config: Pick<SnowflakeConfig, 'host' | 'port' | 'database'>): Target {
  const account = normalizeHost(`${config.host.replaceAll('_', '-')}:${config.port}`, DEFAULT_PORT);
  return { identity: [account, databaseName(config)], display: config.host, scope: account };
}
