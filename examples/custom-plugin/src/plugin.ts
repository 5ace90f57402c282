import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { type Config, configSchema } from './config/config-schema.ts';
import { credentialsSchema } from './config/credentials-schema.ts';
import type { PlatformSession } from './connection/platform-session.ts';
import { DIALECT } from './dialect/dialect.ts';
import { discover, type Facts } from './discover.ts';
import { classifyError } from './failures/classify-error.ts';
import { SERVICE_PASSWORD } from './objects/blueprint.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { databaseContainer } from './observation/containers.ts';
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
 * MariaDB as a platform of Portcullis.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [mariadb()], store, secretKeys });
 * ```
 */
export function mariadb(options: PluginOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin<typeof configSchema, Facts, PlatformSession>({
    apiVersion: 1,
    type: 'MariaDB',
    id: 'mariadb',
    version: VERSION,
    description: 'Policy-enforced views in a separate database on a MariaDB server.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: configSchema,
    credentials: credentialsSchema,
    privileged: [
      // Used once by an automatic set-up and never stored.
      'username',
      'password',
    ],
    // The fields that identify the target or name its objects. Another value would mean another integration.
    immutable: ['host', 'port', 'database', 'username'],
    target: targetOf,
    dialect: DIALECT,
    stages: STAGES,
    // It passes the checks of the server's password plug-ins at their defaults. The library generates this password,
    // seals it, and passes it to `connect` from then on.
    generatedSecrets: { [SERVICE_PASSWORD]: { length: 43, classes: ['upper', 'lower', 'digit'] } },
    // In manual mode the administrator has put the password of the config into the script.
    manualSecrets: { [SERVICE_PASSWORD]: 'password' },
    account: accountOf,
    setupRole,
    // Imported on first use: importing the plugin costs no driver and no TLS.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    discover,
    objects: (config: Config, context) => managedObjects(config, context),
    observe,
    inventory,
    containers: [databaseContainer],
    tests: VALIDATION_TESTS,
    classifyError,
    samples: Object.values(SAMPLES),
  });
}
