import { type AnyPluginDefinition, definitionOf, type Plugin, type ScriptKind } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Row } from '../../ports/store/tables.ts';
import { guardHooks } from './guard-hooks.ts';

/** The plugins of an instance by their type. */
export interface PluginRegistry {
  /** @throws ServiceError `TYPE_UNKNOWN` when no plugin of this type is installed. */
  get(type: string): AnyPluginDefinition;
  /**
   * Returns the plugin of a stored integration.
   *
   * @throws ServiceError `PLUGIN_NOT_INSTALLED` if the host has removed it.
   */
  of(record: Pick<Row<'integrations'>, 'id' | 'type'>): AnyPluginDefinition;
  /** Returns the plugin of a stored integration; undefined if the host has removed it. */
  find(type: string): AnyPluginDefinition | undefined;
  /** Returns all plugins, in the order of the host's options. */
  all(): readonly AnyPluginDefinition[];
}

/**
 * Creates the registry of an instance's plugins.
 *
 * @throws PortcullisError `PLUGIN_NOT_A_PLUGIN`, `PLUGIN_API_UNSUPPORTED`
 * @throws ServiceError `OPTIONS_INVALID` if two plugins have the same type.
 */
export function createPluginRegistry(plugins: readonly Plugin[]): PluginRegistry {
  const byType = new Map<string, AnyPluginDefinition>();
  for (const plugin of plugins) {
    const definition = guardHooks(definitionOf(plugin));
    if (byType.has(definition.type)) {
      throw new ServiceError('OPTIONS_INVALID', `Two plugins have the type ${definition.type}: pass only one of them.`);
    }
    byType.set(definition.type, definition);
  }
  return {
    get(type) {
      const definition = byType.get(type);
      if (definition) return definition;
      const types = [...byType.keys()];
      throw new ServiceError(
        'TYPE_UNKNOWN',
        `There is no integration type "${type.slice(0, 100)}" here. Types: ${types.join(', ')}.`,
        { details: { types } },
      );
    },
    of({ id, type }) {
      const definition = byType.get(type);
      if (definition) return definition;
      throw new ServiceError(
        'PLUGIN_NOT_INSTALLED',
        `Integration ${id} has the type ${type}, and no plugin of this type is installed. Install it, or remove the integration with forceDisable.`,
        { details: { type } },
      );
    },
    find: (type) => byType.get(type),
    all: () => [...byType.values()],
  };
}

/** Returns the scripts of a type: the declared ones, otherwise those that its stages permit. */
export function scriptKindsOf(definition: AnyPluginDefinition): readonly ScriptKind[] {
  if (!definition.dialect || definition.bootstrap !== 'automatic-or-manual') return [];
  if (definition.scripts) return definition.scripts;
  const kinds: ScriptKind[] = ['create', 'edit', 'delete', 'cleanup'];
  if (definition.stages.some((stage) => stage.initial)) kinds.unshift('initial-create');
  if (definition.stages.some((stage) => stage.final)) kinds.push('post-cleanup');
  return kinds;
}
