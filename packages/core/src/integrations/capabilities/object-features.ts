import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { prepare } from '../context/operation-context.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import { type IntegrationRecord, modeOfRecord } from '../state/integration-record.ts';
import { BASE_FEATURE } from './capability-of.ts';

/** Returns the feature of each object of a stored integration, by key. Empty if the installed plugin cannot list the objects. */
export async function objectFeatures(
  engine: Pick<IntegrationDependencies, 'tenant' | 'secrets' | 'settings' | 'clock' | 'logger' | 'instanceId'>,
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { restored } = await readStored(engine, definition, record);
    const mode = modeOfRecord(record);
    const operationContext = await prepare(engine, {
      definition,
      mode,
      config: restored,
      facts: record.facts,
      generated: {},
      markInstance: record.markInstance,
    });
    return new Map(
      operationContext.list(record.facts).map(({ declared }) => [declared.key, declared.feature ?? BASE_FEATURE]),
    );
  } catch {
    return new Map();
  }
}
