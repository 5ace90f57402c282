import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { type Config, configSchema } from './config/config-schema.ts';
import { credentialsSchema } from './config/credentials-schema.ts';
import type { PlatformSession } from './connection/platform-session.ts';
import { DIALECT } from './dialect/dialect.ts';
import { discover, type Facts } from './discover.ts';
import { classifyError } from './failures/classify-error.ts';
import { SERVICE_PASSWORD } from './objects/blueprint.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { schemaContainer } from './observation/containers.ts';
import { inventory } from './observation/inventory.ts';
import { observe } from './observation/observe.ts';
import { type PluginOptions, settingsOf } from './options.ts';
import { SAMPLES } from './samples.ts';
import { accountOf, setupRole } from './setup-role.ts';
import { STAGES } from './stages.ts';
import { targetOf } from './target.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Light House.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [lightHouse()], store, secretKeys });
 * ```
 */
export function lightHouse(options: PluginOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin<typeof configSchema, Facts, PlatformSession>({
    apiVersion: 1,
    type: 'Light House',
    id: 'light-house',
    version: VERSION,
    description: 'Policy-enforced views in a separate schema.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: configSchema,
    credentials: credentialsSchema,
    privileged: [
      // Used once by an automatic set-up and never stored.
      'username',
      // @if password
      'password',
      // @end
      // @if key-pair
      'certificate',
      'privateKey',
      // @end
      // @if oauth-client
      'oAuthClient',
      // @end
    ],
    // The fields that identify the target and determine the names of objects: another value means another integration.
    immutable: ['host', 'port', 'database', 'schema', 'username'],
    target: targetOf,
    dialect: DIALECT,
    stages: STAGES,
    // The library generates this password, seals it, and passes it to `connect` from then on.
    generatedSecrets: { [SERVICE_PASSWORD]: { length: 43, classes: ['upper', 'lower', 'digit'] } },
    // @if password
    // In manual mode the administrator has put the password of the config into the script.
    manualSecrets: { [SERVICE_PASSWORD]: 'password' },
    // @end
    account: accountOf,
    setupRole,
    // Imported on first use, so that an import of the plugin loads no driver and no TLS code.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    discover,
    objects: (config: Config, context) => managedObjects(config, context),
    observe,
    inventory,
    // Foreign objects in the schema would be lost with it, so they prevent the drop.
    containers: [schemaContainer],
    tests: VALIDATION_TESTS,
    classifyError,
    samples: Object.values(SAMPLES),
  });
}
