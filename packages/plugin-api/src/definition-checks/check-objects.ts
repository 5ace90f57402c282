import { PluginDefinitionError } from '../errors/plugin-definition-error.ts';
import type { ManagedObject } from '../objects/managed-object.ts';
import type { SetupMode } from '../platform/connection.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkCommands } from './check-commands.ts';
import { checkDerivedTests } from './check-derived-tests.ts';
import { checkObjectFeatures } from './check-features.ts';
import { checkGrants } from './check-grants.ts';
import { checkRotations } from './check-rotations.ts';
import { type Issues, issue, issueIf } from './issues.ts';
import { objectListIssues } from './object-list-issues.ts';
import { objectShapeIssues } from './object-shape-issues.ts';
import { secretsOf } from './step-secrets.ts';

/**
 * Checks the result of `objects` for one config, in each mode: the list must be consistent with the rest of the definition.
 */
export function checkObjects(definition: AnyPluginDefinition, config: object, sample: string): Issues {
  const stages = definition.stages.map((stage) => stage.id);
  return modesOf(definition).flatMap((mode) => {
    const where = `objects(${sample}, ${mode})`;
    const objects = listObjects(definition, config, mode, where);
    if (objects instanceof PluginDefinitionError) return objects.issues;
    if (objects instanceof Error) {
      const fix = 'It must return for every valid config, even when no fact is known.';
      return issue(where, `threw: ${objects.message.replace(/\.$/, '')}.`, fix);
    }
    return [
      ...objectListIssues(objects, stages, where),
      ...checkCommands(definition, objects, where),
      ...checkGrants(definition, objects, where),
      ...checkSlotsAreFilled(definition, objects, where),
      ...checkDerivedTests(definition, objects, where),
      ...checkObjectFeatures(definition, objects, where),
      ...checkRotations(definition, objects, where),
    ];
  });
}

/** The modes of a type. */
export function modesOf({ bootstrap }: AnyPluginDefinition): readonly SetupMode[] {
  return bootstrap === 'automatic-or-manual' ? ['automatic', 'manual'] : ['manual'];
}

/** Returns the result of `objects` for a config, or the error that it throws, or one with the issues of objects that are malformed. */
export function listObjects(
  definition: AnyPluginDefinition,
  config: object,
  mode: SetupMode,
  where = 'objects',
): readonly ManagedObject[] | Error {
  try {
    const context = { mode, facts: {}, mark: (key: string) => `portcullis:sample:${key}`, options: {} };
    const objects = definition.objects(config, context);
    const issues = objectShapeIssues(objects, where);
    return issues.length > 0 ? new PluginDefinitionError(definition.type, issues) : objects;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Without this check, a slot without a value would fail in the middle of a bootstrap. */
function checkSlotsAreFilled(
  { bootstrap, generatedSecrets, manualSecrets }: AnyPluginDefinition,
  objects: readonly ManagedObject[],
  where: string,
): Issues {
  const filled = Object.keys({ ...generatedSecrets, ...manualSecrets });
  const fix =
    bootstrap === 'manual'
      ? "Declare it in manualSecrets; a secret of the config that is not the service's own sign-in is no slot: let the session of connect keep it."
      : 'Declare it in generatedSecrets, manualSecrets, or both.';
  return objects.flatMap(({ key, create }) =>
    secretsOf(create).flatMap((slot) =>
      issueIf(
        !filled.includes(slot),
        `${where} "${key}".create`,
        `has the secret slot "${slot}", which nothing fills.`,
        fix,
      ),
    ),
  );
}
