import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import { credentialsSchema } from './config/credentials-schema.ts';
import { targetOf } from './config/target.ts';
import type { SnowflakeSession } from './connection/snowflake-session.ts';
import { DIALECT } from './dialect/dialect.ts';
import { discover, type SnowflakeFacts } from './discover.ts';
import { expiriesOf } from './expiries.ts';
import { classifyError } from './failures/classify-error.ts';
import { FEATURES } from './features.ts';
import { blueprintOf } from './objects/blueprint.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { SERVICE_KEY, SERVICE_PASSWORD } from './objects/service-user.ts';
import { CONTAINERS } from './observation/containers.ts';
import { inventory } from './observation/inventory.ts';
import { observe } from './observation/observe.ts';
import { SAMPLES } from './samples.ts';
import { settingsOf } from './settings.ts';
import { accountOf, setupRole } from './setup-role.ts';
import type { SnowflakeOptions } from './snowflake-options.ts';
import { STAGES } from './stages.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Snowflake.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [snowflake()], store, secretKeys });
 * ```
 * @throws PortcullisError `OPTIONS_INVALID` for an invalid option.
 */
export function snowflake(options: SnowflakeOptions = {}): Plugin {
  const settings = settingsOf(options);
  const config = configSchema();
  return definePlugin<typeof config, SnowflakeFacts, SnowflakeSession>({
    apiVersion: 1,
    type: 'Snowflake',
    id: 'snowflake',
    version: VERSION,
    description: 'Masking and row access policies, kept in a separate database of a Snowflake account.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config,
    credentials: credentialsSchema(),
    privileged: ['username', 'password', 'privateKey', 'privateKeyPassword', 'oAuthClientConfig', 'role'],
    immutable: ['host', 'port', 'database'],
    secretDestinations: ['oAuthClientConfig.authorityUrl'],
    target: targetOf,
    dialect: DIALECT,
    stages: STAGES,
    generatedSecrets: { [SERVICE_KEY]: { form: 'rsa-private-key' } },
    manualSecrets: { [SERVICE_PASSWORD]: 'password' },
    expiries: expiriesOf,
    features: FEATURES,
    account: accountOf,
    setupRole,
    // Imported on the first connection, because it loads a driver or a transport.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    discover,
    objects: (parsed, context) => managedObjects(blueprintOf(parsed, context)),
    observe,
    inventory,
    containers: CONTAINERS,
    tests: VALIDATION_TESTS,
    classifyError,
    samples: SAMPLES,
  });
}
