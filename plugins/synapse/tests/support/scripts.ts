import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type ScriptStep,
  type SetupMode,
  type StepAction,
} from '@portcullis/plugin-api';
import { synapse } from '../../src/index.ts';
import { objectChangeOrder } from './drop-order.ts';

/** The plugin under test. */
export const definition: AnyPluginDefinition = definitionOf(synapse());
const dialect = definition.dialect as Dialect;

/** Returns a mark in the form of the core. */
export const markOf = (key: string): string =>
  `portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:${key}`;

/** Returns the managed objects of a config. */
export function objectsOf(config: object, mode: SetupMode): readonly ManagedObject[] {
  return definition.objects(definition.config.parse(config), { mode, facts: {}, mark: markOf, options: {} });
}

/** Returns the steps of objects in the form of the core. */
export function scriptSteps(
  objects: readonly ManagedObject[],
  action: StepAction,
  from: Readonly<Record<string, string | boolean>> = {},
): readonly ScriptStep[] {
  return objects.flatMap((object) => {
    const steps =
      action === 'create' ? object.create : action === 'drop' ? object.drop : (object.alter?.(from, object) ?? []);
    return steps.map((step, index) => ({
      action,
      object: { key: object.key, kind: object.kind, name: object.name },
      text: 'text' in step ? canonicalText(step.text, dialect) : '',
      exists: object.guard && canonicalText(object.guard.exists, dialect),
      ours: object.guard && canonicalText(object.guard.ours, dialect),
      foreignContents:
        action === 'drop'
          ? object.guard?.foreignContents?.map(({ list, foreign }) => ({
              list: canonicalText(list, dialect),
              ...(foreign ? { foreign: canonicalText(foreign, dialect) } : {}),
            }))
          : undefined,
      alone: 'alone' in step ? (step.alone ?? false) : false,
      first: index === 0,
    }));
  });
}

/** Returns the section of a stage: its creations, or its removals, in the order of the core. */
export function sectionOf(config: object, stage: 'master' | 'pool', action: StepAction): string {
  const objects = objectsOf(config, 'manual').filter((object) => object.stage === stage);
  const ordered = action === 'drop' ? objectChangeOrder(objects) : objects;
  const steps = scriptSteps(ordered, action, { name: 'earlier_name' });
  return dialect.renderSection?.({ stage, steps }).text ?? '';
}
