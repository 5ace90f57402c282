import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import compare from 'semver/functions/compare.js';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/** Returns whether a version of a plugin came before another one. Source: Semantic Versioning 2.0.0, clause 11. */
export function isOlder(version: string, than: string): boolean {
  return compare(version, than) < 0;
}

/** Returns whether an integration was stored by an older version of its plugin than the installed one. */
export function isStoredByOlder(
  definition: AnyPluginDefinition,
  record: Pick<IntegrationRecord, 'pluginVersion'>,
): boolean {
  return isOlder(record.pluginVersion, definition.version);
}

/** Returns whether an integration was stored by a newer version of its plugin than the installed one. */
export function isStoredByNewer(
  definition: AnyPluginDefinition,
  record: Pick<IntegrationRecord, 'pluginVersion'>,
): boolean {
  return isOlder(definition.version, record.pluginVersion);
}

/**
 * Refuses to change records of a newer plugin version, which this one cannot interpret. Reading still works.
 *
 * @throws ServiceError `PLUGIN_OUTDATED`
 */
export async function refuseStoredByNewer(
  store: StoreOperations,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
): Promise<void> {
  const objects = await store.find('managedObjects', { where: { integrationId: record.id } });
  const newest = [record, ...objects].map((each) => each.pluginVersion).reduce((a, b) => (isOlder(a, b) ? b : a));
  if (!isOlder(definition.version, newest)) return;
  throw new ServiceError(
    'PLUGIN_OUTDATED',
    `Integration ${record.id} was set up by version ${newest} of the ${definition.type} plugin, and ${definition.version} is installed. Install ${newest} or later.`,
    { details: { stored: newest, installed: definition.version } },
  );
}
