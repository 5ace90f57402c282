import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  definitionOf,
  type ManagedObject,
  type ScriptSection,
  type ScriptStep,
  type SetupMode,
  type StepAction,
} from '@portcullis/plugin-api';
import { snowflake } from '../../src/index.ts';

/** The plugin under test. */
export const definition: AnyPluginDefinition = definitionOf(snowflake());

/** Returns a mark in the form of the core. */
export const markOf = (key: string): string =>
  `portcullis:3f0c1a52-7f0e-4a57-9f57-5d1f6d0f6d11:0123456789abcdef:${key}`;

/** Returns the managed objects of a config. */
export function objectsOf(
  config: object,
  mode: SetupMode,
  options: Readonly<Record<string, unknown>> = {},
): readonly ManagedObject[] {
  return definition.objects(definition.config.parse(config), { mode, facts: {}, mark: markOf, options });
}

/** Returns the sections of a script like the core: one for each sequence of steps with the same role. */
export function sectionsOf(
  objects: readonly ManagedObject[],
  action: StepAction,
  from: Readonly<Record<string, string>> = {},
): readonly ScriptSection[] {
  const dialect = definition.dialect as Dialect;
  const sections: { stage: string; role: string | undefined; steps: ScriptStep[] }[] = [];
  for (const object of objects) {
    const steps =
      action === 'create' ? object.create : action === 'drop' ? object.drop : (object.alter?.(from, object) ?? []);
    for (const [index, step] of steps.entries()) {
      if (sections.at(-1)?.role !== object.role) sections.push({ stage: object.stage, role: object.role, steps: [] });
      sections.at(-1)?.steps.push({
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
      });
    }
  }
  return sections;
}

/** Returns the text of a script's sections, each after the switch to its role. */
export function scriptOf(sections: readonly ScriptSection[]): string {
  const dialect = definition.dialect as Dialect;
  const texts = sections.map((section) => {
    const role = section.role === undefined ? '' : `${dialect.switchRole?.(section.role)};\n`;
    return `${role}${dialect.renderSection?.(section).text}`;
  });
  return `${texts.join('\n\n')}\n`;
}

/** Returns the objects in the core's order of drops, without objects that are dropped with their container. */
export function inDropOrder(objects: readonly ManagedObject[]): readonly ManagedObject[] {
  const order = ['database', 'service-user', 'impersonation-role', 'system-role'];
  return order.flatMap((key) => objects.filter((object) => object.key === key));
}
