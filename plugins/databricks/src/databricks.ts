import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import { targetOf } from './config/target.ts';
import type { DatabricksSession } from './connection/databricks-session.ts';
import type { DatabricksOptions } from './databricks-options.ts';
import { DIALECT } from './dialect/dialect.ts';
import { type DatabricksFacts, discover } from './discover.ts';
import { expiriesOf } from './expiries.ts';
import { classifyError } from './failures/classify-error.ts';
import { FEATURES } from './features.ts';
import { ATTACHED_POLICIES } from './objects/attached-policies.ts';
import { blueprintOf } from './objects/blueprint.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { TAG_POLICIES } from './objects/tag-policies.ts';
import { CONTAINERS } from './observation/containers.ts';
import { inventory } from './observation/inventory.ts';
import { observe } from './observation/observe.ts';
import { SAMPLES } from './samples.ts';
import { settingsOf } from './settings.ts';
import { accountOf, setupRole } from './setup-role.ts';
import { STAGES } from './stages.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Databricks with Unity Catalog.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [databricks()], store, secretKeys });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for an invalid option.
 */
export function databricks(options: DatabricksOptions = {}): Plugin {
  const settings = settingsOf(options);
  const config = configSchema();
  return definePlugin<typeof config, DatabricksFacts, DatabricksSession>({
    apiVersion: 1,
    type: 'Databricks',
    id: 'databricks',
    version: VERSION,
    description: 'Row filters and column masks, kept as functions in a separate catalog of a Databricks metastore.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    ownCredential: true,
    config,
    immutable: ['workspaceUrl', 'catalog', 'managedLocation'],
    secretDestinations: ['oAuthClientConfig.authorityUrl'],
    policyPaths: ['groupPattern.deny'],
    target: targetOf,
    dialect: DIALECT,
    stages: STAGES,
    // The interface lists cleanup for types that create accounts; here the service itself reverts a failure.
    scripts: ['create', 'edit', 'delete'],
    expiries: expiriesOf,
    features: FEATURES,
    account: accountOf,
    setupRole,
    // Imported on the first connection, because it loads the sender of requests.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    discover,
    objects: (parsed, context) => managedObjects(blueprintOf(parsed, context)),
    observe,
    inventory,
    families: [...ATTACHED_POLICIES, TAG_POLICIES],
    containers: CONTAINERS,
    tests: VALIDATION_TESTS,
    classifyError,
    samples: SAMPLES,
  });
}
