import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import type { BigQueryOptions } from './bigquery-options.ts';
import { configSchema } from './config/config-schema.ts';
import { readKey } from './config/service-account-key.ts';
import { targetOf } from './config/target.ts';
import type { BigQuerySession } from './connection/bigquery-session.ts';
import { classifyError } from './failures/classify-error.ts';
import { FEATURES } from './features.ts';
import { datasetContainer } from './objects/dataset-container.ts';
import { inventory } from './objects/inventory.ts';
import { managedObjects, STAGE } from './objects/managed-objects.ts';
import { observe } from './objects/observe.ts';
import { viewsFamily } from './objects/views-family.ts';
import { SAMPLES } from './samples.ts';
import { settingsOf } from './settings.ts';
import { setupRole } from './setup-role.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Google BigQuery. An administrator prepares the project, see `bigquerySetup`.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [bigquery()], store, secretKeys });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for an invalid option.
 */
export function bigquery(options: BigQueryOptions = {}): Plugin {
  const settings = settingsOf(options);
  const config = configSchema();
  return definePlugin<typeof config, Record<string, never>, BigQuerySession>({
    apiVersion: 1,
    type: 'Google BigQuery',
    id: 'google-bigquery',
    version: VERSION,
    description: 'Policy-enforced views in a separate dataset in a Google Cloud project.',
    bootstrap: 'manual',
    editable: true,
    ownCredential: true,
    config,
    immutable: ['dataset', 'datasetSuffix', 'location'],
    target: targetOf,
    stages: [{ id: STAGE, title: (config) => `In the project ${targetOf(config).scope}` }],
    // Imported on the first connection, because it loads the code that signs.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    objects: managedObjects,
    observe,
    inventory,
    families: [viewsFamily],
    containers: [datasetContainer],
    features: FEATURES,
    account: (config, { actor }) => (actor === 'service' ? readKey(config.credential).email : undefined),
    setupRole,
    tests: VALIDATION_TESTS,
    classifyError,
    samples: SAMPLES,
  });
}
