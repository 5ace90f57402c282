import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import { credentialsSchema } from './config/credentials-schema.ts';
import { targetOf } from './config/target.ts';
import type { RedshiftSession } from './connection/redshift-session.ts';
import { createDialect } from './dialect/create-dialect.ts';
import { discover, type RedshiftFacts } from './discover.ts';
import { classifyError } from './failures/classify-error.ts';
import { FEATURES } from './features.ts';
import { blueprintOf } from './objects/blueprint.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { OBJECT_KEYS } from './objects/object-keys.ts';
import { SERVICE_PASSWORD } from './objects/service-account.ts';
import { listForeignContents } from './observation/foreign-contents.ts';
import { inventory } from './observation/inventory.ts';
import { observe } from './observation/observe.ts';
import type { RedshiftOptions } from './redshift-options.ts';
import { SAMPLES } from './samples.ts';
import { settingsOf } from './settings.ts';
import { accountOf, setupRole } from './setup-role.ts';
import { STAGE, STAGES } from './stages.ts';
import { validationTests } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Amazon Redshift.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [redshift()], store, secretKeys });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for an invalid option.
 */
export function redshift(options: RedshiftOptions = {}): Plugin {
  const settings = settingsOf(options);
  const { engine } = settings;
  const dialect = createDialect(engine);
  const config = configSchema(engine);
  return definePlugin<typeof config, RedshiftFacts, RedshiftSession>({
    apiVersion: 1,
    type: 'Redshift',
    id: 'redshift',
    version: VERSION,
    description: 'Policy-enforced views in a separate database on an Amazon Redshift cluster or workgroup.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config,
    credentials: credentialsSchema(engine),
    privileged: ['username', 'password', 'okta'],
    immutable: ['host', 'port', 'database', 'initialDatabase'],
    secretDestinations: ['okta.idpHost'],
    target: targetOf,
    dialect,
    stages: STAGES,
    // "CREATE USER": 8 to 64 characters with an upper-case letter, a lower-case letter and a digit.
    generatedSecrets: { [SERVICE_PASSWORD]: { length: 43, classes: ['upper', 'lower', 'digit'] } },
    manualSecrets: { [SERVICE_PASSWORD]: 'password' },
    features: FEATURES,
    account: (parsed, request) => accountOf(parsed, request, engine),
    setupRole: (parsed, context) => setupRole(parsed, context, engine),
    // Imported on the first connection, because it loads sockets and TLS.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings, dialect),
    discover: (session, context) => discover(session, context, engine),
    objects: (parsed, context) => managedObjects(blueprintOf(parsed, context, engine)),
    observe: (session, objects, context) => observe(session, objects, context, engine),
    inventory: (session, request) => inventory(session, request, engine),
    containers: [
      {
        key: OBJECT_KEYS.database,
        stage: STAGE.managed,
        list: (session, request) => listForeignContents(session, request, engine),
      },
    ],
    tests: validationTests(engine),
    classifyError,
    samples: SAMPLES,
  });
}
