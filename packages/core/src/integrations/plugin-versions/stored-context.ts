import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import {
  createOperationContext,
  type OperationContext,
  type OperationContextDependencies,
  type OperationContextRequest,
} from '../context/operation-context.ts';
import { type IntegrationRecord, modeOfRecord } from '../state/integration-record.ts';
import { readStored } from './stored-integration.ts';

/** Dependencies of {@link createStoredContext}. */
export type StoredContextDependencies = OperationContextDependencies &
  Pick<IntegrationDependencies, 'registry' | 'secrets'>;

/** The differences between the context of a stored integration and its stored state. */
interface StoredContextOptions extends Partial<Pick<OperationContextRequest, 'marks' | 'alsoSecret' | 'generated'>> {
  /** Values that the stored config lacks, or that replace its own. @default none */
  readonly credentials?: Readonly<Record<string, unknown>>;
  /** Secrets that replace stored ones. @default none */
  readonly replacing?: Readonly<Record<string, string>>;
}

/** Creates the context of a stored integration, in the form of the installed plugin. Does not connect yet. */
export async function createStoredContext(
  dependencies: StoredContextDependencies,
  record: IntegrationRecord,
  { credentials = {}, generated, replacing = {}, ...options }: StoredContextOptions = {},
): Promise<OperationContext> {
  const definition = dependencies.registry.of(record);
  const { restored, secrets } = await readStored(dependencies, definition, record);
  return createOperationContext(dependencies, {
    definition,
    mode: modeOfRecord(record),
    config: { ...restored, ...credentials },
    facts: record.facts,
    markInstance: record.markInstance,
    generated: generated ?? { ...secrets, ...replacing },
    ...options,
  });
}
