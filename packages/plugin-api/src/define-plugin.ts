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
 * The definition is checked at once: a mistake that the types cannot see (a test that depends on an unknown one, an
 * immutable path that the config does not have, a secret without a mark) throws while the module loads, with a message
 * that says what to fix.
 *
 * @throws PluginDefinitionError `PLUGIN_INVALID`
 */
export function definePlugin<
  ConfigSchema extends z.ZodType<object>,
  Facts extends FactValues = Record<never, never>,
  PlatformSession extends Session = Session,
>(definition: PluginDefinition<ConfigSchema, Facts, PlatformSession>): Plugin {
  const issues = checkDefinition(definition);
  if (issues.length > 0) throw new PluginDefinitionError(String(definition.type ?? '(without type)'), issues);
  return sealPlugin(definition);
}
