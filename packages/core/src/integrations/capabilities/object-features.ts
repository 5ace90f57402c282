import { createStoredContext, type StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { BASE_FEATURE } from './capability-of.ts';

/** Returns the feature of each object of a stored integration, by key. Empty if the installed plugin cannot list the objects. */
export async function objectFeatures(
  dependencies: StoredContextDependencies,
  record: IntegrationRecord,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { listObjects } = await createStoredContext(dependencies, record, { generated: {} });
    return new Map(listObjects(record.facts).map(({ declared }) => [declared.key, declared.feature ?? BASE_FEATURE]));
  } catch {
    return new Map();
  }
}
