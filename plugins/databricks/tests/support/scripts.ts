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
import { databricks } from '../../src/index.ts';

/** The plugin under test. */
export const definition: AnyPluginDefinition = definitionOf(databricks());

/** Returns a mark in the form of the core. */
export const markOf = (key: string): string =>
  `portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:${key}`;

/** Returns the managed objects of a config. */
export function objectsOf(
  config: object,
  mode: SetupMode,
  facts: Readonly<Record<string, string>> = {},
): readonly ManagedObject[] {
  return definition.objects(definition.config.parse(config), { mode, facts, mark: markOf, options: {} });
}

/** Returns the text of a script with one section. */
export function scriptOf(objects: readonly ManagedObject[], action: StepAction): string {
  const dialect = definition.dialect as Dialect;
  const steps = objects.flatMap((object): readonly ScriptStep[] => {
    const texts =
      action === 'create' ? object.create : action === 'drop' ? object.drop : (object.alter?.({}, object) ?? []);
    return texts.map((step, index) => ({
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
      alone: false,
      first: index === 0,
    }));
  });
  return `${dialect.renderSection?.({ stage: 'workspace', steps }).text}\n`;
}

/** Returns the objects in the core's order of drops, without objects that are dropped with their container. */
export function inDropOrder(objects: readonly ManagedObject[]): readonly ManagedObject[] {
  return objects.filter(({ within }) => within === undefined).toReversed();
}
