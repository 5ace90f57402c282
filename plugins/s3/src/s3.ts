import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import { targetOf } from './config/target.ts';
import type { S3Session } from './connection/s3-session.ts';
import { classifyError } from './failures/classify-error.ts';
import { grantFamily } from './objects/grant-family.ts';
import { locationContainer } from './objects/location-container.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { inventory, observe } from './objects/observe.ts';
import { STAGE } from './objects/stage.ts';
import type { S3Options } from './s3-options.ts';
import { SAMPLES } from './samples.ts';
import { settingsOf } from './settings.ts';
import { setupRole } from './setup/setup-role.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Amazon S3, through S3 Access Grants. An administrator prepares the account, see `s3Setup`.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [s3()], store, secretKeys });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for an invalid option.
 */
export function s3(options: S3Options = {}): Plugin {
  const settings = settingsOf(options);
  const config = configSchema();
  return definePlugin<typeof config, Record<string, never>, S3Session>({
    apiVersion: 1,
    type: 'Native S3',
    id: 'native-s3',
    version: VERSION,
    description: 'Access to data in Amazon S3, granted through a location of S3 Access Grants.',
    bootstrap: 'manual',
    editable: false,
    ownCredential: true,
    config,
    immutable: [],
    target: targetOf,
    setupRole,
    stages: [{ id: STAGE, title: ({ awsAccountId, awsRegion }) => `In account ${awsAccountId}, ${awsRegion}` }],
    // Imported on the first connection, because it loads the code that calls AWS.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    objects: managedObjects,
    observe,
    inventory,
    families: [grantFamily],
    containers: [locationContainer],
    tests: VALIDATION_TESTS,
    classifyError,
    samples: SAMPLES,
  });
}
