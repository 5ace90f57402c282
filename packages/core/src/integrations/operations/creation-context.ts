import { type IntegrationInput, parseConfig } from '../config/integration-input.ts';
import { fillMarkers } from '../config/redacted-values.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createOperationContext, type OperationContext } from '../context/operation-context.ts';
import { resolveServiceSecrets } from '../secrets/service-secrets.ts';

/**
 * Creates the operation context of an integration that does not exist yet.
 *
 * @throws ServiceError `BODY_INVALID` if the config is invalid.
 */
export async function createCreationContext(
  dependencies: Pick<
    IntegrationDependencies,
    'secrets' | 'random' | 'tenant' | 'settings' | 'clock' | 'logger' | 'instanceId'
  >,
  { definition, mode, config: sent }: IntegrationInput,
  { dryRun, markInstance }: { readonly dryRun: boolean; readonly markInstance: string | null },
): Promise<OperationContext> {
  const config = parseConfig(definition, fillMarkers(sent, {}));
  const generate = mode === 'automatic' && !dryRun;
  const { all: generated } = await resolveServiceSecrets(dependencies, definition, { generate });
  return createOperationContext(dependencies, { definition, mode, config, facts: {}, generated, markInstance });
}
