import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { ManagedObject } from '../objects/managed-object.ts';
import type { SetupMode } from '../platform/connection.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { secretSlotsOf } from '../sql/render.ts';
import { SLUG } from './check-identity.ts';

/** The list of managed objects of one config: unique keys and names, references that exist, drops without secrets. */
export function checkObjects(
  definition: AnyPluginDefinition,
  config: object,
  where: string,
): readonly DefinitionIssue[] {
  const modes: readonly SetupMode[] =
    definition.bootstrap === 'automatic-or-manual' ? ['automatic', 'manual'] : ['manual'];
  return modes.flatMap((mode) => {
    const objects = definition.objects(config, {
      mode,
      facts: {},
      mark: (key) => `portcullis:sample:${key}`,
      options: {},
    });
    return objectListIssues(
      objects,
      definition.stages.map((stage) => stage.id),
      `${where}, ${mode}`,
    );
  });
}

/** What is wrong with a list of managed objects, whoever made it. */
export function objectListIssues(
  objects: readonly ManagedObject[],
  stages: readonly string[],
  where: string,
): readonly DefinitionIssue[] {
  const keys = new Set(objects.map((object) => object.key));
  const names = new Map<string, string>();
  return objects.flatMap((object, index): DefinitionIssue[] => {
    const path = `${where}[${index}] "${object.key}"`;
    const issues: DefinitionIssue[] = [];
    const physical = JSON.stringify([object.scope, object.kind, object.name]);
    const twin = names.get(physical);
    names.set(physical, object.key);
    if (!SLUG.test(object.key))
      issues.push({
        path: `${path}.key`,
        problem: 'is not kebab-case.',
        fix: 'Use lower-case letters, digits and hyphens.',
      });
    if (twin)
      issues.push({
        path,
        problem: `has the same kind and name as "${twin}".`,
        fix: 'Two managed objects cannot be one physical object: merge them or rename one.',
      });
    for (const stage of [object.stage, object.dropStage, object.observeStage]) {
      if (stage !== undefined && !stages.includes(stage))
        issues.push({
          path: `${path}.stage`,
          problem: `"${stage}" is not a stage.`,
          fix: `Use one of: ${stages.join(', ')}.`,
        });
    }
    for (const reference of [object.within, ...(object.blocks ?? []), ...(object.dropAfter ?? [])]) {
      if (reference !== undefined && !keys.has(reference))
        issues.push({
          path,
          problem: `refers to "${reference}", which is not in the list.`,
          fix: 'Name the key of another object of this list.',
        });
    }
    if (object.drop.some((step) => 'text' in step && secretSlotsOf(step.text).length > 0)) {
      issues.push({
        path: `${path}.drop`,
        problem: 'has a secret slot.',
        fix: 'A drop is kept in the ledger and must work without secrets.',
      });
    }
    if (object.sharing !== 'required' && object.create.length === 0) {
      issues.push({
        path: `${path}.create`,
        problem: 'is empty.',
        fix: "Say how it is made, or set sharing to 'required'.",
      });
    }
    if (object.why.trim() === '')
      issues.push({ path: `${path}.why`, problem: 'is empty.', fix: 'Say in one sentence what it is for.' });
    return issues;
  });
}
