import type { z } from 'zod';
import { checkDefinition } from './definition-checks/check-definition.ts';
import { PluginDefinitionError } from './errors/plugin-definition-error.ts';
import type { FactValues } from './platform/facts.ts';
import type { Session } from './platform/session.ts';
import { type Plugin, sealPlugin } from './plugin.ts';
import type { PluginDefinition } from './plugin-definition.ts';

/**
 * Defines a platform plugin.
 *
 * The definition is checked immediately, for mistakes that the types cannot detect: a test that depends on an unknown
 * one, an immutable path that the config does not have, a secret without a mark. A mistake throws while the module
 * loads, and the message names the remedy. Rules: `definition-checks/`, one per file. Checks that need the objects of each sample
 * are in {@link sampleIssues}.
 *
 * @example A platform that is configured on its own side: no connection, no objects, a text to paste.
 * ```ts
 * export function lighthouse(): Plugin {
 *   return definePlugin({
 *     apiVersion: 1,
 *     type: 'Lighthouse',
 *     id: 'lighthouse',
 *     version: '1.0.0',
 *     description: 'A query engine that asks for permission.',
 *     bootstrap: 'none',
 *     editable: false,
 *     config: z.strictObject({}),
 *     immutable: [],
 *     target: () => undefined,
 *     stages: [],
 *     objects: () => [],
 *     tests: [],
 *     classifyError: () => undefined,
 *     clientSetup: { keyPrefix: 'lh', render: ({ baseUrl, key }) => [...] },
 *     samples: [{}],
 *   });
 * }
 * ```
 * @throws PluginDefinitionError `PLUGIN_INVALID`: lists every issue with its remedy, not only the first.
 */
export function definePlugin<
  ConfigSchema extends z.ZodType<object>,
  Facts extends FactValues = Record<never, never>,
  PlatformSession extends Session = Session,
>(definition: PluginDefinition<ConfigSchema, Facts, PlatformSession>): Plugin {
  const issues = checkDefinition(definition);
  if (issues.length > 0) throw new PluginDefinitionError(String(definition?.type ?? '(without type)'), issues);
  return sealPlugin(definition);
}
