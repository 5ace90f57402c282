import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import { credentialsSchema } from './config/credentials-schema.ts';
import type { PlatformSession } from './connection/platform-session.ts';
import { DIALECT } from './dialect/dialect.ts';
import { classifyError } from './failures/classify-error.ts';
import { SERVICE_PASSWORD } from './objects/blueprint.ts';
import { managedObjects } from './objects/managed-objects.ts';
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
 * Redis as a platform of Portcullis.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [redis()], store, secretKeys });
 * ```
 */
export function redis(options: PluginOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin<typeof configSchema, Record<never, never>, PlatformSession>({
    apiVersion: 1,
    type: 'Redis',
    id: 'redis',
    version: VERSION,
    description: 'A separate account with access to the keys of one prefix.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: configSchema,
    credentials: credentialsSchema,
    // Used once by an automatic set-up and never stored.
    privileged: ['username', 'password'],
    // The fields that identify the target and determine the names of objects: another value means another integration.
    immutable: ['host', 'port', 'prefix', 'username'],
    target: targetOf,
    dialect: DIALECT,
    stages: STAGES,
    // The library generates this password, seals it, and passes it to `connect` from then on.
    generatedSecrets: { [SERVICE_PASSWORD]: { length: 43, classes: ['upper', 'lower', 'digit'] } },
    // In manual mode the administrator has put the password of the config into the script.
    manualSecrets: { [SERVICE_PASSWORD]: 'password' },
    account: accountOf,
    setupRole,
    // Imported on first use, so that an import of the plugin loads no client and no TLS code.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    objects: managedObjects,
    observe,
    inventory,
    tests: VALIDATION_TESTS,
    classifyError,
    samples: Object.values(SAMPLES),
  });
}
