import {
  type AnyPluginDefinition,
  type FactValues,
  type ManagedObject,
  type ObjectContext,
  objectListIssues,
  PluginDefinitionError,
  PortcullisError,
} from '@portcullis/plugin-api';
import { invalidInput } from '../../kernel/input/parse-input.ts';

/**
 * Returns the checked managed objects of a config. A contradictory list is refused before anything runs.
 *
 * @throws ServiceError `BODY_INVALID` if names of the config cannot be written in a statement, or two of them collide.
 * @throws PluginDefinitionError `PLUGIN_INVALID`
 */
export function objectList(
  definition: AnyPluginDefinition,
  config: object,
  context: Context,
): readonly ManagedObject[] {
  const objects = listObjects(definition, config, context);
  refuseSharedNames(objects);
  const issues = objectListIssues(
    objects,
    definition.stages.map((stage) => stage.id),
    'objects',
  );
  if (issues.length > 0) throw new PluginDefinitionError(definition.type, issues);
  return objects;
}

type Context = Omit<ObjectContext<FactValues>, 'facts'> & { readonly facts: Readonly<Record<string, unknown>> };

/** Every name in a list derives from the config, so the caller has to change one that no statement can contain. */
function listObjects(definition: AnyPluginDefinition, config: object, context: Context): readonly ManagedObject[] {
  try {
    return definition.objects(config, context);
  } catch (error) {
    if (!PortcullisError.isInstance(error) || error.code !== 'SQL_UNSAFE') throw error;
    throw invalidInput([
      { path: 'config', message: `A name or value cannot be used on the platform. ${error.message}` },
    ]);
  }
}

function refuseSharedNames(objects: readonly ManagedObject[]): void {
  const seen = new Map<string, ManagedObject>();
  for (const object of objects) {
    const identity = JSON.stringify([object.scope, object.kind, object.name]);
    const twin = seen.get(identity);
    if (twin && twin.key !== object.key) {
      const message = `The config gives two objects the same name: ${object.kind} ${object.name} (${twin.key} and ${object.key}). Give them different names.`;
      throw invalidInput([{ path: 'config', message }]);
    }
    seen.set(identity, object);
  }
}
