import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema, credentialsSchema } from './config/config-schema.ts';
import type { PlatformSession } from './connection/platform-session.ts';
import { classifyError } from './failures/classify-error.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { SERVICE_SECRET } from './objects/service-account.ts';
import { inventory } from './observation/inventory.ts';
import { observe } from './observation/observe.ts';
import { type PluginOptions, settingsOf } from './options.ts';
import { SAMPLE } from './samples.ts';
import { accountOf, setupRole } from './setup-role.ts';
import { STAGES } from './stages.ts';
import { targetOf } from './target.ts';
import { VALIDATION_TESTS } from './validation/validation-tests.ts';
import { VERSION } from './version.ts';

/**
 * Creates the plugin for Lighthouse.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [lighthouse()], store, secretKeys });
 * ```
 */
export function lighthouse(options: PluginOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin<typeof configSchema, Record<string, never>, PlatformSession>({
    apiVersion: 1,
    type: 'Lighthouse',
    id: 'lighthouse',
    version: VERSION,
    description: 'A role with a privilege on a catalog of Lighthouse.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: configSchema,
    credentials: credentialsSchema,
    privileged: ['clientId', 'clientSecret'],
    // Without `manualSecrets`: in manual mode no call contains the secret, because an administrator creates the account.
    generatedSecrets: { [SERVICE_SECRET]: { length: 40 } },
    immutable: ['host', 'role', 'catalog'],
    target: targetOf,
    stages: STAGES,
    account: accountOf,
    setupRole,
    // Imported on first use, so that an import of the plugin loads no network code.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    objects: managedObjects,
    observe,
    inventory,
    tests: VALIDATION_TESTS,
    classifyError,
    samples: [SAMPLE],
  });
}
