import {
  type AnyPluginDefinition,
  type FactValues,
  type ManagedObject,
  type ObjectContext,
  objectListIssues,
  PluginDefinitionError,
} from '@portcullis/plugin-api';

/**
 * The managed objects of a config, checked: a list that contradicts itself is refused before anything runs.
 *
 * @throws PluginDefinitionError `PLUGIN_INVALID`
 */
export function objectList(
  definition: AnyPluginDefinition,
  config: object,
  context: Omit<ObjectContext<FactValues>, 'facts'> & { readonly facts: Readonly<Record<string, unknown>> },
): readonly ManagedObject[] {
  const objects = definition.objects(config, context);
  const issues = objectListIssues(
    objects,
    definition.stages.map((stage) => stage.id),
    'objects',
  );
  if (issues.length > 0) throw new PluginDefinitionError(definition.type, issues);
  return objects;
}
