import { PLUGIN_ERROR_CODES } from './errors/plugin-error-codes.ts';
import { PortcullisError } from './errors/portcullis-error.ts';
import type { AnyPluginDefinition } from './plugin-definition.ts';

const DEFINITION = Symbol.for('portcullis.plugin');

/** The versions of the contract that this package supports. */
export const SUPPORTED_API_VERSIONS: readonly number[] = [1];

/** A platform plugin, as hosts use it. Opaque and frozen, so that all plugins have one type. */
export interface Plugin {
  /** The value of `type` on the wire. */
  readonly type: string;
  /** kebab-case slug. */
  readonly id: string;
  readonly version: string;
  readonly apiVersion: number;
}

/** Wraps a checked definition. Internal to `definePlugin`. */
export function sealPlugin(definition: AnyPluginDefinition): Plugin {
  const { type, id, version, apiVersion } = definition;
  const plugin = { type, id, version, apiVersion };
  Object.defineProperty(plugin, DEFINITION, { value: Object.freeze(definition) });
  return Object.freeze(plugin);
}

/**
 * Returns the definition inside a plugin, for the core and for tools that read plugins.
 *
 * @throws PortcullisError `PLUGIN_NOT_A_PLUGIN` when the value was not made by `definePlugin`.
 * @throws PortcullisError `PLUGIN_API_UNSUPPORTED` when it was written for another version of the contract; the message
 * names plugin, found and supported versions.
 */
export function definitionOf(plugin: Plugin): AnyPluginDefinition {
  const definition = (plugin as { [DEFINITION]?: AnyPluginDefinition } | null | undefined)?.[DEFINITION];
  if (!definition) {
    throw new PortcullisError({
      code: 'PLUGIN_NOT_A_PLUGIN',
      message: 'A value in the list of plugins was not made by definePlugin.',
      help: PLUGIN_ERROR_CODES.PLUGIN_NOT_A_PLUGIN.help,
    });
  }
  if (!SUPPORTED_API_VERSIONS.includes(definition.apiVersion)) {
    throw new PortcullisError({
      code: 'PLUGIN_API_UNSUPPORTED',
      message: `Plugin ${definition.type} ${definition.version} uses version ${definition.apiVersion} of the plugin contract; this host supports ${SUPPORTED_API_VERSIONS.join(', ')}.`,
      details: { plugin: definition.type, found: definition.apiVersion, supported: SUPPORTED_API_VERSIONS },
      help: PLUGIN_ERROR_CODES.PLUGIN_API_UNSUPPORTED.help,
    });
  }
  return definition;
}
