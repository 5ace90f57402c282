import { definePlugin, type Plugin } from '@portcullis/plugin-api';
import { configSchema } from './config/config-schema.ts';
import type { PlatformSession } from './connection/platform-session.ts';
import { classifyError } from './failures/classify-error.ts';
import { managedObjects } from './objects/managed-objects.ts';
import { spaceContainer } from './observation/containers.ts';
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
 * Creates the plugin for Light House. An administrator creates the account of the service, with the script of the
 * set-up role.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({ plugins: [lightHouse()], store, secretKeys });
 * ```
 */
export function lightHouse(options: PluginOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin<typeof configSchema, Record<string, never>, PlatformSession>({
    apiVersion: 1,
    type: 'Light House',
    id: 'light-house',
    version: VERSION,
    description: 'Policy-enforced data in a separate space.',
    // An administrator prepares the account; the service creates all other objects with the stored credential of the
    // config.
    bootstrap: 'manual',
    ownCredential: true,
    editable: true,
    config: configSchema,
    // The fields that identify the target and determine the names of objects: another value means another integration.
    immutable: ['host', 'space'],
    target: targetOf,
    stages: STAGES,
    account: accountOf,
    setupRole,
    // Imported on first use, so that an import of the plugin loads no network code.
    connect: async (request) => (await import('./connection/connect.ts')).connect(request, settings),
    objects: managedObjects,
    observe,
    inventory,
    // Foreign objects in the space would be lost with it, so they prevent the drop.
    containers: [spaceContainer],
    tests: VALIDATION_TESTS,
    classifyError,
    samples: Object.values(SAMPLES),
  });
}
