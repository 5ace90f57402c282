import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import { credentialsSchema } from './config/credentials-schema.ts';
import { targetOf } from './config/target.ts';
import type { SynapseSession } from './connection/synapse-session.ts';
import { DIALECT } from './dialect/dialect.ts';
import { discover, type SynapseFacts } from './discover.ts';
import { classifyError } from './failures/classify-error.ts';
import { FEATURES } from './features.ts';
import { blueprintOf } from './objects/blueprint.ts';
import { SERVICE_PASSWORD } from './objects/login.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { CONTAINERS } from './observation/containers.ts';
import { inventory } from './observation/inventory.ts';
import { observe } from './observation/observe.ts';
import { viewsFamily } from './observation/views-family.ts';
import { SAMPLES } from './samples.ts';
import { settingsOf } from './settings.ts';
import { accountOf, setupRole } from './setup-role.ts';
import { STAGE, STAGES } from './stages.ts';
import type { SynapseOptions } from './synapse-options.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Azure Synapse Analytics: dedicated SQL pools, with or without a workspace.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [synapse()], store, secretKeys });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for an invalid option.
 */
export function synapse(options: SynapseOptions = {}): Plugin {
  const settings = settingsOf(options);
  const config = configSchema(settings.localPorts.length > 0);
  return definePlugin<typeof config, SynapseFacts, SynapseSession>({
    apiVersion: 1,
    type: 'Azure Synapse Analytics',
    id: 'synapse',
    version: VERSION,
    description: 'Policy-enforced views in a separate schema in a dedicated SQL pool of Azure Synapse Analytics.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config,
    credentials: credentialsSchema(),
    privileged: ['username', 'password'],
    immutable: ['host', 'port', 'database', 'schema', 'metadataDelimiters'],
    target: targetOf,
    dialect: DIALECT,
    stages: STAGES,
    // "CREATE LOGIN": 8 to 128 characters, three classes of them.
    generatedSecrets: { [SERVICE_PASSWORD]: { length: 43, classes: ['upper', 'lower', 'digit'] } },
    manualSecrets: { [SERVICE_PASSWORD]: 'password' },
    features: FEATURES,
    account: accountOf,
    setupRole,
    // Imported on the first connection, because it loads sockets and TLS.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    discover,
    objects: (parsed, context) => managedObjects(blueprintOf(parsed, context)),
    observe,
    inventory,
    inventoryStage: STAGE.pool,
    families: [viewsFamily],
    containers: CONTAINERS,
    tests: VALIDATION_TESTS,
    classifyError,
    samples: SAMPLES,
  });
}
